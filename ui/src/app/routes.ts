// All pages. The server has the same list of paths; a test compares them.
import type { Route } from "./router";

export const routes: readonly Route[] = [
  { path: "/", load: () => import("../pages/live") },
  { path: "/play", texts: ["table"], load: () => import("../pages/setup") },
  { path: "/play/:kind", load: () => import("../pages/live") },
  { path: "/game/:id", texts: ["table"], load: () => import("../pages/local") },
  { path: "/games", texts: ["study"], load: () => import("../pages/games") },
  { path: "/hotseat/:kind", load: () => import("../pages/hotseat") },
  { path: "/analysis", texts: ["study"], load: () => import("../pages/analysis") },
  { path: "/analysis/:kind", texts: ["study"], load: () => import("../pages/analysis") },
  { path: "/editor", texts: ["study"], load: () => import("../pages/editor") },
  { path: "/editor/:kind", texts: ["study"], load: () => import("../pages/editor") },
  { path: "/import", texts: ["table", "study"], load: () => import("../pages/import") },
  { path: "/learn", texts: ["study"], load: () => import("../pages/learn") },
  { path: "/learn/:kind", texts: ["study"], load: () => import("../pages/learn") },
  { path: "/rules", texts: ["study"], load: () => import("../pages/rules") },
  { path: "/rules/:kind", texts: ["study"], load: () => import("../pages/rules") },
  { path: "/lab", texts: ["table", "study"], load: () => import("../pages/lab") },
  { path: "/online", texts: ["table"], load: () => import("../pages/online") },
  { path: "/g/:id", texts: ["table"], load: () => import("../pages/match") },
  { path: "/c/:id", texts: ["table"], load: () => import("../pages/challenge") },
  { path: "/fair", texts: ["study"], load: () => import("../pages/fair") },
  { path: "/fair/:id", texts: ["study"], load: () => import("../pages/fair") },
  { path: "/settings", texts: ["study"], load: () => import("../pages/settings") },
  { path: "/dev/gallery", texts: ["table", "study"], load: () => import("../pages/gallery") },
];
