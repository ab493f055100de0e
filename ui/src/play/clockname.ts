// Formats the time control of a match as text.
import { t } from "../app/i18n";

/**
 * A time control as players name it: "3 ngày mỗi nước" for 3d/move, "Không tính giờ" for none. A
 * text such as 10+5 stays as it is.
 */
export function clockName(control = ""): string {
  const [, n = "", unit] = /^(\d+)([ds])\/move$/.exec(control) ?? [];
  if (unit) return t(unit === "d" ? "play.clock.days" : "play.clock.seconds", { n });
  return control === "none" || !control ? t("play.clock.none") : control;
}
