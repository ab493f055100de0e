// Links names in results to people: two spellings of one person, and names that other servers have
// signed.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import { Sure } from "../events/sure";
import { playerName } from "../play/words";
import type { ClubKey, ClubLeague, ClubName, ClubSheet } from "../wire/messages";
import { rest } from "../wire/rest";
import type { ClubDesk } from "./data";

/** Loads a list of the club, and sends commands that change the list. */
function useRows<T>(desk: ClubDesk, path: string) {
  const rows = useSignal<T[]>([]);
  const load = () =>
    rest<T[]>("GET", desk.path + path).then(
      (l) => (rows.value = l),
      () => undefined,
    );
  // A command in another part of the page may have changed the list.
  useEffect(() => void load(), [desk.shown.value]);
  const act = (method: "POST" | "PUT" | "DELETE", more: string, body?: unknown) =>
    desk.send(async () => (rows.value = await rest<T[]>(method, desk.path + path + more, body)));
  return { rows, act };
}

const memberName = (desk: ClubDesk, player: string): string =>
  playerName(desk.shown.value?.list.find((m) => m.player === player)?.name ?? "");

/** Shows which member or spelling a name stands for, and the button that removes this entry. */
function Said({ desk, of: n, onDrop }: { desk: ClubDesk; of: ClubName; onDrop(): void }) {
  const other = n.player ? memberName(desk, n.player) : (n.spelling ?? "");
  return (
    <span class="said">
      {t("club.names.is", { name: n.name, other })}{" "}
      {!n.counts && (
        <small>{t(n.waits === "member" ? "club.names.waits" : "club.names.unsure", { name: other })}</small>
      )}{" "}
      <button type="button" class="button" disabled={desk.busy.value} onClick={onDrop}>
        {t("club.names.undo")}
      </button>
    </span>
  );
}

/**
 * Lists the names in a league that have no account. An organiser sets which spellings are the same
 * person.
 */
export function SameNames({ desk }: { desk: ClubDesk }) {
  const names = useRows<ClubName>(desk, "/names");
  const known = useSignal<string[]>([]);
  const one = useSignal("");
  const other = useSignal("");
  const club = desk.shown.value!;
  useEffect(() => {
    void Promise.all(
      club.seasons.map((s) => rest<ClubLeague>("GET", `${desk.path}/seasons/${s.season}`).catch(() => null)),
    ).then((all) => {
      const list = all.flatMap((l) => l?.rows ?? []).map((r) => r.name ?? "");
      known.value = [...new Set(list)].filter(Boolean).toSorted((a, b) => a.localeCompare(b));
    });
  }, [club]);
  const send = async (e: Event) => {
    e.preventDefault();
    if (await names.act("POST", "", { name: one.value, spelling: other.value })) one.value = other.value = "";
  };
  const field = (label: string, value: typeof one) => (
    <label class="field">
      <span>{label}</span>
      <input
        required
        list="clubnames"
        maxLength={80}
        value={value.value}
        onInput={(e) => (value.value = e.currentTarget.value)}
      />
    </label>
  );
  return (
    <details class="fold">
      <summary>{t("club.names")}</summary>
      <form class="setup" aria-label={t("club.names")} onSubmit={(e) => void send(e)}>
        <p class="fine">{t("club.names.about")}</p>
        <datalist id="clubnames">
          {known.value.map((n) => (
            <option key={n}>{n}</option>
          ))}
        </datalist>
        {field(t("club.names.one"), one)}
        {field(t("club.names.other"), other)}
        <button type="submit" class="button main" disabled={desk.busy.value}>
          {t("club.names.same")}
        </button>
      </form>
      <div role="status">
        <ul class="list">
          {names.rows.value.map((n) => (
            <li key={n.id}>
              <Said desk={desk} of={n} onDrop={() => void names.act("DELETE", `/${n.id}`)} />
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

/**
 * Lists the public keys of other servers. The owner of the club decides which of these keys are
 * trusted.
 */
export function Keys({ desk }: { desk: ClubDesk }) {
  const keys = useRows<ClubKey>(desk, "/keys");
  const owner = desk.shown.value?.role === "owner";
  if (keys.rows.value.length === 0) return null;
  return (
    <details class="fold">
      <summary>{t("club.keys")}</summary>
      <p class="fine">{t("club.keys.about")}</p>
      <ul class="list">
        {keys.rows.value.map((k) => (
          <li key={k.key}>
            <span class="who">
              <b>{k.server}</b> <span class="nowrap">{t("club.key", { key: k.key })}</span>{" "}
              <small>{t(k.trusted ? "club.keys.trusted" : "club.keys.unknown")}</small>
            </span>
            {owner && (
              <Sure
                text={t(k.trusted ? "club.keys.stop" : "club.keys.trust")}
                question={t(k.trusted ? "club.keys.stop.sure" : "club.keys.trust.sure", {
                  server: k.server,
                  key: k.key,
                })}
                yes={t("club.yes")}
                no={t("club.no")}
                busy={desk.busy.value}
                onYes={() => void keys.act("PUT", "", { key: k.key, trusted: !k.trusted })}
              />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * Lists the names in the signed results of an event on another server. Members claim their own
 * name; organisers assign a name to a member.
 */
export function SignedNames({ desk, sheet: s }: { desk: ClubDesk; sheet: ClubSheet }) {
  const names = useRows<ClubName>(desk, "/names");
  const role = desk.shown.value?.role;
  const me = desk.me.value?.player ?? "";
  const name = useSignal(s.places[0]?.name ?? "");
  const player = useSignal("");
  if (!role || role === "asked") return null;
  if (!s.trusted) return <p class="fine">{t(role === "owner" ? "club.signed.trust" : "club.signed.untrusted")}</p>;
  const said = names.rows.value.filter((n) => n.key === s.key);
  const members = (desk.shown.value?.list ?? []).filter((m) => m.role !== "asked");
  const send = (e: Event) => {
    e.preventDefault();
    void names.act("POST", "", { name: name.value, result: s.id, player: desk.runs ? player.value || me : me });
  };
  return (
    <section class="manage">
      <h2>{t("club.signed")}</h2>
      <p class="fine">{t("club.signed.about")}</p>
      <form class="setup" aria-label={t("club.signed")} onSubmit={send}>
        <label class="field">
          <span>{t("club.signed.name")}</span>
          <select value={name.value} onChange={(e) => (name.value = e.currentTarget.value)}>
            {s.places.map((p, i) => (
              <option key={i} value={p.name}>
                {p.name}
              </option>
            ))}
          </select>
        </label>
        {desk.runs && (
          <label class="field">
            <span>{t("club.signed.member")}</span>
            <select value={player.value || me} onChange={(e) => (player.value = e.currentTarget.value)}>
              {members.map((m) => (
                <option key={m.player} value={m.player}>
                  {playerName(m.name)}
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="submit" class="button main" disabled={desk.busy.value}>
          {t(desk.runs ? "club.signed.say" : "club.signed.me")}
        </button>
      </form>
      <div role="status">
        <ul class="list">
          {said.map((n) => (
            <li key={n.id}>
              <Said desk={desk} of={n} onDrop={() => void names.act("DELETE", `/${n.id}`)} />
              {!n.counts && (n.waits === "member" ? n.player === me : desk.runs && n.player !== me) && (
                <button
                  type="button"
                  class="button main"
                  disabled={desk.busy.value}
                  onClick={() => void names.act("POST", "", { name: n.name, result: s.id, player: n.player })}
                >
                  {t("club.signed.confirm")}
                </button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
