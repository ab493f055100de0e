// The pages there are. The shell in Go knows the same paths: a test compares.
import type { Route } from "./router";

export const routes: readonly Route[] = [
  { path: "/", load: () => import("../pages/live") },
  { path: "/play", load: () => import("../pages/setup") },
  { path: "/play/:kind", load: () => import("../pages/live") },
  { path: "/game/:id", load: () => import("../pages/local") },
  { path: "/games", load: () => import("../pages/games") },
  { path: "/hotseat/:kind", load: () => import("../pages/hotseat") },
  { path: "/analysis", load: () => import("../pages/analysis") },
  { path: "/analysis/:kind", load: () => import("../pages/analysis") },
  { path: "/editor", load: () => import("../pages/editor") },
  { path: "/editor/:kind", load: () => import("../pages/editor") },
  { path: "/import", load: () => import("../pages/import") },
  { path: "/learn", load: () => import("../pages/learn") },
  { path: "/learn/:kind", load: () => import("../pages/learn") },
  { path: "/rules", load: () => import("../pages/rules") },
  { path: "/rules/:kind", load: () => import("../pages/rules") },
  { path: "/lab", load: () => import("../pages/lab") },
  { path: "/online", load: () => import("../pages/online") },
  { path: "/g/:id", load: () => import("../pages/match") },
  { path: "/c/:id", load: () => import("../pages/challenge") },
  { path: "/fair", load: () => import("../pages/fair") },
  { path: "/fair/:id", load: () => import("../pages/fair") },
  { path: "/settings", load: () => import("../pages/settings") },
  { path: "/dev/gallery", load: () => import("../pages/gallery") },
];
