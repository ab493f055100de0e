// Shows the teacher's page: the children with real names, cards, and the data of
// the class.
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lang, t } from "../app/i18n";
import { go } from "../app/router";
import { tell } from "../app/shell";
import { Titled } from "../app/titled";
import { Sure } from "../events/sure";
import { Refused } from "../session/desk";
import type { ClassCard, ClassPupil, ClassView } from "../wire/messages";
import { ownHost } from "../wire/own";
import { rest } from "../wire/rest";
import { socket } from "../wire/socket";
import { Cards } from "./cards";
import { DemoDesk } from "./demo";
import { pastedNames } from "./pasted";
import { Simul } from "./simul";
import { Tasks } from "./tasks";
import { faultOf } from "./texts";

/** How often the page requests which children are online, in milliseconds. */
const EVERY = 6000;

export function ClassPage({ id, view }: { id: string; view?: string }) {
  const shown = useSignal<ClassView | null>(null);
  const cards = useSignal<ClassCard[] | null>(null);
  const fault = useSignal("");
  const busy = useSignal(false);
  const path = `/classes/${encodeURIComponent(id)}`;
  const load = async () => {
    if (document.visibilityState !== "visible" || busy.value) return;
    try {
      shown.value = await rest<ClassView>("GET", path);
      fault.value = "";
    } catch (e) {
      fault.value = e instanceof Refused && e.code === "not-found" ? t("classes.missing") : faultOf(e, "class");
    }
  };
  useEffect(() => {
    findSite();
    socket(); // While any page of the class is open, the socket shows the teacher as online at all boards of a simul.
    void load();
    const timer = setInterval(() => void load(), EVERY);
    return () => clearInterval(timer);
  }, []);
  /** Sends a command. The result is false if the command failed. */
  const act = async (send: () => Promise<unknown>): Promise<boolean> => {
    busy.value = true;
    try {
      await send();
      return true;
    } catch (e) {
      tell(faultOf(e, "class"));
      return false;
    } finally {
      busy.value = false;
      await load();
    }
  };
  const print = (at: string, body: object) =>
    act(async () => {
      cards.value = await rest<ClassCard[]>("POST", `${path}/${at}`, body);
      keepSite();
    });
  const c = shown.value;
  if (!c)
    return (
      <Titled title={t("classes.title")} class="narrow classes">
        <p role={fault.value ? "alert" : undefined}>{fault.value || t("online.connecting")}</p>
        <p>
          <a href="/classes">{t("classes.all")}</a>
        </p>
      </Titled>
    );
  if (cards.value)
    return (
      <Titled title={c.name} class="classes printing">
        <Cards of={c} cards={cards.value} onDone={() => (cards.value = null)} />
      </Titled>
    );
  const part = { of: c, busy: busy.value };
  const tabs = (
    <nav class="kinds" aria-label={t("class.parts")}>
      {(["", "tasks", "simul", "demo"] as const).map((v) => (
        <a key={v} href={`/class/${id}${v && `/${v}`}`} aria-current={v === (view ?? "") ? "page" : undefined}>
          {t(v ? `class.part.${v}` : "class.children")}
        </a>
      ))}
    </nav>
  );
  if (view)
    return (
      <Titled title={c.name} class={`classes part ${view}`}>
        {tabs}
        {view === "tasks" ? <Tasks of={c} /> : view === "simul" ? <Simul of={c} /> : <DemoDesk id={id} />}
      </Titled>
    );
  return (
    <Titled title={c.name} class="classes">
      {tabs}
      <p class="head">
        <b>{t("class.code", { code: c.code })}</b>{" "}
        <span>{t("class.online", { n: c.list.filter((p) => p.online).length })}</span>
      </p>
      {fault.value && <p role="alert">{fault.value}</p>}
      <section aria-label={t("class.children")}>
        <h2>
          {t("class.children")} <small>{c.pupils}</small>
        </h2>
        {c.list.length === 0 && <p>{t("class.empty")}</p>}
        <ul class="pupils">
          {c.list.map((p) => (
            <Child
              key={p.player}
              {...part}
              child={p}
              onCard={(origin) => void print("cards", { players: [p.player], origin })}
              onAct={(method, at, body) =>
                act(() => rest(method, `${path}/${at}/${encodeURIComponent(p.player)}`, body))
              }
            />
          ))}
        </ul>
      </section>
      <AddForm {...part} onAdd={(names, origin) => print("pupils", { names, origin, lang: lang.value })} />
      <details class="fold">
        <summary>{t("class.keep")}</summary>
        <Rename {...part} onName={(name) => act(() => rest("PUT", path, { name }))} />
        <Teachers
          {...part}
          onAdd={(name) => act(() => rest("POST", `${path}/teachers`, { name }))}
          onDrop={(player) => act(() => rest("DELETE", `${path}/teachers/${encodeURIComponent(player)}`))}
        />
        <p class="more ways">
          <a class="button" href={`/api${path}/export`} download="class.json">
            {t("class.json")}
          </a>
          <a class="button" href={`/api${path}/export?as=csv`} download="class.csv">
            {t("class.csv")}
          </a>
          <Sure
            text={t("class.cards")}
            question={t("class.cards.sure")}
            yes={t("class.yes")}
            no={t("class.no")}
            busy={busy.value || c.list.length === 0}
            onYes={() => void print("cards", { origin: siteOf() })}
          />
          {c.own && (
            <Sure
              text={t("class.drop")}
              question={t("class.drop.sure", { name: c.name })}
              yes={t("class.yes")}
              no={t("class.no")}
              busy={busy.value}
              onYes={() => void act(() => rest("DELETE", path)).then((done) => done && go("/classes"))}
            />
          )}
        </p>
      </details>
      <p>
        <a href="/classes">{t("classes.all")}</a>
      </p>
    </Titled>
  );
}

/** A suggested address that tablets in the same network can open. */
const example = (): string => `${location.protocol}//kydai.local${location.port && `:${location.port}`}`;
/** Storage key for the address on the cards, as the teacher last entered it. */
const SITE = "kydai.cards";
const site = signal("");
/** Returns an address without trailing slashes, and puts http:// before it if it has no scheme. */
export function withScheme(address: string): string {
  const text = address.trim().replace(/\/+$/, "");
  return !text || /^https?:\/\//i.test(text) ? text : `http://${text}`;
}
const siteOf = (): string => withScheme(site.value);
function findSite(): void {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(SITE);
  } catch {
    // If the storage is not available, the default address is suggested.
  }
  site.value = kept || (ownHost() ? example() : location.origin);
}
function keepSite(): void {
  try {
    localStorage.setItem(SITE, siteOf());
  } catch {
    // If the storage is not available, the address is not remembered.
  }
}

interface Part {
  of: ClassView;
  busy: boolean;
}

/** The form for renaming the class. */
function Rename(p: Part & { onName(name: string): Promise<boolean> }) {
  const save = async (e: Event & { currentTarget: HTMLFormElement }) => {
    e.preventDefault();
    const name = new FormData(e.currentTarget).get("name");
    if (typeof name === "string" && (await p.onName(name))) tell(t("class.changed"));
  };
  return (
    <form class="setup one" aria-label={t("class.rename")} onSubmit={(e) => void save(e)}>
      <label class="field">
        <span>{t("classes.name")}</span>
        <input required name="name" maxLength={80} value={p.of.name} />
      </label>
      <button type="submit" class="button" disabled={p.busy}>
        {t("class.rename")}
      </button>
    </form>
  );
}

/** The list of the class's teachers, with a form to add one. */
function Teachers(p: Part & { onAdd(name: string): Promise<boolean>; onDrop(player: string): Promise<boolean> }) {
  const name = useSignal("");
  const add = async (e: Event) => {
    e.preventDefault();
    if (await p.onAdd(name.value)) name.value = "";
  };
  return (
    <section aria-label={t("class.teachers")}>
      <h3>{t("class.teachers")}</h3>
      <ul class="teachers">
        {p.of.teachers.map((x, i) => (
          <li key={x.player}>
            <span>{x.name}</span>
            {i > 0 && p.of.own && (
              <Sure
                text={t("class.teacher.drop")}
                label={t("class.teacher.drop.label", { name: x.name })}
                question={t("class.teacher.drop.sure", { name: x.name })}
                yes={t("class.yes")}
                no={t("class.no")}
                busy={p.busy}
                onYes={() => void p.onDrop(x.player)}
              />
            )}
          </li>
        ))}
      </ul>
      {p.of.own && (
        <form class="setup one" aria-label={t("class.teacher.add")} onSubmit={(e) => void add(e)}>
          <label class="field">
            <span>{t("class.teacher.name")}</span>
            <input required maxLength={24} value={name.value} onInput={(e) => (name.value = e.currentTarget.value)} />
          </label>
          <button type="submit" class="button" disabled={p.busy}>
            {t("class.teacher.add")}
          </button>
        </form>
      )}
    </section>
  );
}

function Child(
  p: Part & {
    child: ClassPupil;
    onCard(origin: string): void;
    onAct(method: "PATCH" | "DELETE", at: string, body?: unknown): Promise<boolean>;
  },
) {
  const { child } = p;
  const { name } = child;
  const save = async (e: Event & { currentTarget: HTMLFormElement }) => {
    e.preventDefault();
    const form = new FormData(e.currentTarget);
    const body = { name: form.get("name"), nick: form.get("nick") };
    if (await p.onAct("PATCH", "pupils", body)) tell(t("class.changed"));
  };
  const sure = { yes: t("class.yes"), no: t("class.no"), busy: p.busy };
  return (
    <li>
      <details>
        <summary>
          <b>{name}</b> <span class="nick">{child.nick}</span>{" "}
          {child.online && <span class="here">{t("class.here")}</span>}
          {!child.card && <span class="without">{t("class.nocard")}</span>}
        </summary>
        <form class="setup" aria-label={t("class.edit", { name })} onSubmit={(e) => void save(e)}>
          <label class="field">
            <span>{t("class.real")}</span>
            <input required name="name" maxLength={80} value={name} />
          </label>
          <label class="field">
            <span>{t("class.nick")}</span>
            <input required name="nick" maxLength={24} value={child.nick} />
          </label>
          <button type="submit" class="button" disabled={p.busy}>
            {t("class.save")}
          </button>
        </form>
        <div class="more ways">
          <Sure
            {...sure}
            text={t("class.card")}
            question={t("class.card.sure", { name })}
            onYes={() => p.onCard(siteOf())}
          />
          {child.card && (
            <Sure
              {...sure}
              text={t("class.withdraw")}
              question={t("class.withdraw.sure", { name })}
              onYes={() => void p.onAct("DELETE", "cards")}
            />
          )}
          <Sure
            {...sure}
            text={t("class.remove")}
            question={t("class.remove.sure", { name })}
            onYes={() => void p.onAct("DELETE", "pupils")}
          />
        </div>
      </details>
    </li>
  );
}

/** The form for adding children by pasted names. */
function AddForm(p: Part & { onAdd(names: string, origin: string): Promise<boolean> }) {
  const names = useSignal("");
  const left = useSignal<ReadonlySet<number>>(new Set());
  const found = pastedNames(names.value);
  const here = new Set(p.of.list.map((c) => c.name));
  // A name that is already in the class or is repeated in the list is left out, unless the teacher
  // selects it.
  const twice = (i: number) => here.has(found[i] ?? "") || found.indexOf(found[i] ?? "") < i;
  const taken = found.filter((_, i) => twice(i) === left.value.has(i));
  const flip = (i: number) => {
    const next = new Set(left.value);
    if (!next.delete(i)) next.add(i);
    left.value = next;
  };
  const send = async (e: Event) => {
    e.preventDefault();
    if (await p.onAdd(taken.join("\n"), siteOf())) names.value = "";
  };
  return (
    <form class="setup add" aria-label={t("class.add")} onSubmit={(e) => void send(e)}>
      <h2>{t("class.add")}</h2>
      <label class="field">
        <span>{t("class.names")}</span>
        <textarea
          required
          rows={8}
          value={names.value}
          onInput={(e) => {
            names.value = e.currentTarget.value;
            left.value = new Set();
          }}
        />
      </label>
      {found.length > 0 && (
        <fieldset class="who">
          <legend>{t("class.add.found", { n: taken.length })}</legend>
          {found.map((name, i) => (
            <label key={i}>
              <input type="checkbox" checked={twice(i) === left.value.has(i)} onChange={() => flip(i)} /> {name}
              {twice(i) && <span class="without">{t("class.add.twice")}</span>}
            </label>
          ))}
        </fieldset>
      )}
      <p class="fine">{t("class.add.about")}</p>
      <label class="field">
        <span>{t("class.origin")}</span>
        <input
          required
          inputMode="url"
          autocapitalize="none"
          spellcheck={false}
          value={site.value}
          onInput={(e) => (site.value = e.currentTarget.value)}
        />
      </label>
      {ownHost() && <p class="fine">{t("class.origin.local", { here: location.host })}</p>}
      <button type="submit" class="button main" disabled={p.busy || (found.length > 0 && taken.length === 0)}>
        {t("class.add.do")}
      </button>
    </form>
  );
}
