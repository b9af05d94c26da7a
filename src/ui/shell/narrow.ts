/** Below this width panes stack and the page scrolls. */
export const NARROW = 900;
