// Shows whether a deal could be verified: a small text while the deal is correct, a warning if the
// server's data does not match its signature.
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import { say } from "../app/shell";
import type { Proof } from "../session/proof";
import { faultOf } from "./dealfault";

/**
 * Shows the state of a deal's verification. `other` is true if the game is over but another table
 * with the same deal is still playing.
 */
export function DealBadge({ proof, id, other }: { proof: Proof; id: string; other?: boolean }) {
  const s = proof.sign.value;
  const wrong = s.state === "wrong" ? t("fair.sign.wrong", { why: faultOf(s.code) }) : "";
  useEffect(() => {
    if (wrong) say(wrong);
  }, [wrong]);
  if (s.state === "none") return null;
  const link = (
    <a class="link" href={`/fair/${id}`}>
      {t("fair.sign.how")}
    </a>
  );
  if (s.state === "wrong") {
    return (
      <div class="ask deal" role="alert" data-deal="wrong">
        <p>{wrong}</p>
        {link}
      </div>
    );
  }
  return (
    <>
      {other && (
        <p role="status" data-other>
          {t("fair.other")}
        </p>
      )}
      <p class="deal" data-deal={s.closed ? "closed" : "right"}>
        <span aria-hidden="true">✓</span> {t(s.closed ? "fair.sign.closed" : "fair.sign.right", { n: s.reveals })}
        {s.parts === 0 && ` ${t("fair.sign.served")}`} {link}
      </p>
    </>
  );
}
