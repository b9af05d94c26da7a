/** Below this width panes stand one under the other and the page scrolls. */
export const NARROW = 900;
