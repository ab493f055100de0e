// Lists the routes at which visitors usually arrive. All other routes are in otherroutes.ts, which
// is loaded when a visitor first opens one of those pages. The server has the same list of paths; a
// test compares the lists.
import type { Route } from "./router";

export const routes: readonly Route[] = [
  { path: "/", load: () => import("../pages/live") },
  { path: "/play", texts: ["table", "begin"], load: () => import("../pages/setup") },
  { path: "/play/:kind", load: () => import("../pages/live") },
  { path: "/game/:id", texts: ["table"], load: () => import("../pages/local") },
  { path: "/hotseat/:kind", load: () => import("../pages/hotseat") },
  { path: "/analysis", texts: ["study"], load: () => import("../pages/analysis") },
  { path: "/analysis/:kind", texts: ["study"], load: () => import("../pages/analysis") },
  { path: "/online", texts: ["table", "begin", "people"], load: () => import("../pages/online") },
  { path: "/g/:id", texts: ["table"], load: () => import("../pages/match") },
  { path: "/c/:id", texts: ["table", "begin"], load: () => import("../pages/challenge") },
];
