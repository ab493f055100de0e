// Lets a player follow, block or report another player. This file is loaded when these buttons are
// shown, together with the texts "people".
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tx } from "../app/i18n";
import { tell } from "../app/shell";
import { Refused } from "../session/desk";
import type { components } from "../wire/api";
import type { OfferView } from "../wire/messages";
import { rest } from "../wire/rest";
import { socket } from "../wire/socket";
import { errorText, playerName } from "./words";

type Tie = components["schemas"]["TieView"];
type Known = components["schemas"]["KnownPlayer"];

const reasons = ["cheating", "abuse", "stalling", "losing", "name", "other"] as const;

/** The largest length of a report's text, in characters. */
const LONGEST = 500;

/** How often the list of online players is loaded again, in milliseconds. */
const LOOK = 20_000;

/**
 * The text of an error. Some common error codes have another meaning when a player follows, reports
 * or challenges a player.
 */
export function tieFault(e: unknown, about: "follow" | "report" | "challenge"): string {
  const code = e instanceof Refused ? e.code : "internal";
  if (code === "not-for-you" || code === "too-many" || code === "no-player") return t(`ties.${about}.no`);
  return errorText(code);
}

export interface TieProps {
  /** The id of the other player. */
  id: string;
  /** The id of the match to which a report belongs. */
  match?: string;
}

/** Shows buttons to follow, block and report a player. */
export function TieButtons({ id, match }: TieProps) {
  const tie = useSignal<Tie | null>(null);
  const reporting = useSignal(false);
  const path = `/players/${encodeURIComponent(id)}`;
  const load = () =>
    rest<Tie>("GET", `${path}/tie`).then(
      (v) => (tie.value = v),
      () => undefined,
    );
  useEffect(() => void load(), []);
  const v = tie.value;
  if (!v || v.self) return null;
  const set = (what: "follow" | "block", on: boolean) =>
    rest(on ? "PUT" : "DELETE", `${path}/${what}`).then(
      () => {
        tie.value = { ...v, [what === "follow" ? "follows" : "blocks"]: on };
        // Blocking a player also ends that the two players follow each other, so the state is
        // loaded again.
        void load();
      },
      (e: unknown) => tell(tieFault(e, "follow")),
    );
  return (
    <>
      <div class="row">
        {v.account && !v.blocks && (
          <button type="button" class="button" onClick={() => void set("follow", !v.follows)}>
            {v.follows ? t("ties.unfollow") : t("ties.follow")}
          </button>
        )}
        <button type="button" class="button" onClick={() => void set("block", !v.blocks)}>
          {v.blocks ? t("ties.unblock") : t("ties.block")}
        </button>
        {v.account && (
          <button
            type="button"
            class="button"
            aria-expanded={reporting.value}
            onClick={() => (reporting.value = !reporting.value)}
          >
            {t("ties.report")}
          </button>
        )}
      </div>
      {v.blocks && (
        <p class="hint" role="status">
          {t("ties.blocked")}
        </p>
      )}
      {!v.account && (
        <p>
          <small>{t("ties.signin")}</small>
        </p>
      )}
      {reporting.value && <ReportForm id={id} match={match} onDone={() => (reporting.value = false)} />}
    </>
  );
}

function ReportForm({ id, match, onDone }: TieProps & { onDone(): void }) {
  const sending = useSignal(false);
  const send = async (form: HTMLFormElement) => {
    const v = new FormData(form);
    sending.value = true;
    try {
      await rest("POST", `/players/${encodeURIComponent(id)}/reports`, {
        reason: v.get("reason"),
        text: v.get("text"),
        ...(match ? { match } : {}),
      });
      tell(t("ties.report.sent"));
      onDone();
    } catch (e) {
      tell(tieFault(e, "report"));
      sending.value = false;
    }
  };
  return (
    <form
      class="setup"
      onSubmit={(e) => {
        e.preventDefault();
        void send(e.currentTarget);
      }}
    >
      <label class="field">
        <span>{t("ties.reason")}</span>
        <select name="reason">
          {reasons.map((r) => (
            <option key={r} value={r}>
              {tx(`ties.reason.${r}`)}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t("ties.report.text")}</span>
        <textarea name="text" rows={3} maxLength={LONGEST} />
      </label>
      <p class="fine">{t("ties.report.next")}</p>
      <button type="submit" class="button main" disabled={sending.value}>
        {t("ties.report.send")}
      </button>
    </form>
  );
}

export interface FollowingProps {
  /** The game and the clock of a new challenge. */
  game: string;
  clock: string;
}

/**
 * Lists the players that the viewer follows, shows which of them are online, and has a button to
 * challenge them.
 */
export function Following({ game, clock }: FollowingProps) {
  const list = useSignal<Known[]>([]);
  const sent = useSignal<OfferView | null>(null);
  const load = () =>
    rest<Known[]>("GET", "/me/following").then(
      (v) => (list.value = v),
      () => undefined,
    );
  useEffect(() => {
    void load();
    const timer = setInterval(() => document.hidden || void load(), LOOK);
    return () => clearInterval(timer);
  }, []);
  useEffect(
    () =>
      socket().listen((m) => {
        if (m.t !== "challenge" || !m.gone || m.offer.id !== sent.value?.id) return;
        // The challenged player has answered: if the challenge was accepted, the
        // match starts; if it was declined, this request fails.
        rest("GET", `/offers/${m.offer.id}`).catch((e: unknown) => {
          if (!(e instanceof Refused && e.code === "not-found")) return;
          sent.value = null;
          tell(errorText("declined"));
        });
      }),
    [],
  );
  if (list.value.length === 0) return null;
  const invite = (k: Known) =>
    rest<OfferView>("POST", "/offers", { game, clock, to: k.player, takebacks: -1, fair: true }).then(
      (o) => (sent.value = o),
      (e: unknown) => tell(tieFault(e, "challenge")),
    );
  const cancel = (o: OfferView) => {
    sent.value = null;
    rest("DELETE", `/offers/${o.id}`).catch(() => undefined);
  };
  const there = [...list.value].sort((a, b) => Number(b.online ?? false) - Number(a.online ?? false));
  return (
    <section class="setup">
      <h2>{t("ties.following")}</h2>
      <ul class="list">
        {there.map((k) => (
          <li key={k.player} class="row">
            <div class="who">
              <a href={`/player/${k.player}`}>
                <b>{k.name}</b>
              </a>{" "}
              {k.online && <small>{t("rank.online")}</small>}
            </div>
            {sent.value?.to === k.player ? (
              <button type="button" class="button" onClick={() => sent.value && cancel(sent.value)}>
                {t("ties.uninvite")}
              </button>
            ) : (
              k.online && (
                <button type="button" class="button" onClick={() => void invite(k)}>
                  {t("ties.invite", { name: k.name })}
                </button>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists the players that the viewer blocks. */
export function Blocked() {
  const list = useSignal<Known[]>([]);
  const load = () =>
    rest<Known[]>("GET", "/me/blocks").then(
      (v) => (list.value = v),
      () => undefined,
    );
  useEffect(() => void load(), []);
  if (list.value.length === 0) return null;
  const end = (k: Known) =>
    rest("DELETE", `/players/${encodeURIComponent(k.player)}/block`).then(load, (e: unknown) =>
      tell(tieFault(e, "follow")),
    );
  return (
    <section>
      <h2>{t("ties.blocks")}</h2>
      <ul class="list">
        {list.value.map((k) => (
          <li key={k.player} class="row">
            <div class="who">
              <a href={`/player/${k.player}`}>
                <b>{playerName(k.name)}</b>
              </a>
            </div>
            <button type="button" class="button" onClick={() => void end(k)}>
              {t("ties.unblock")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
