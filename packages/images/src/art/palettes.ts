/** A paper, and the three inks that are printed on it. */
export interface Palette {
  readonly paper: string
  readonly inks: readonly [string, string, string]
  /** Inks add light to dark paper, and take it from light paper. */
  readonly isDark: boolean
}

const light = (paper: string, ...inks: Palette["inks"]): Palette => ({ paper, inks, isDark: false })
const dark = (paper: string, ...inks: Palette["inks"]): Palette => ({ paper, inks, isDark: true })

export const palettes: readonly [Palette, ...ReadonlyArray<Palette>] = [
  light("#f7eedc", "#e34a2b", "#1a6b7d", "#f2b134"),
  dark("#13192c", "#ff6b52", "#347fd8", "#ffd36e"),
  light("#f3f0e8", "#ff4d9d", "#0b77bd", "#ffb31f"),
  dark("#0f2321", "#22c39f", "#f06058", "#f6df92"),
  light("#f8e8e0", "#cf3a5d", "#3a56cf", "#6fa8a0"),
  dark("#1b1532", "#9c6dfb", "#ff638f", "#39cdb8"),
  light("#eef0e2", "#41804a", "#e5862a", "#2d4d7d"),
  dark("#251410", "#ff8c42", "#d43a6c", "#ffe1a6"),
  light("#e8eff3", "#07859a", "#fd5e4e", "#313a87"),
  light("#f7eed2", "#e43b48", "#4a7f40", "#2271a6"),
  dark("#101d2e", "#52c8ee", "#f5a545", "#f02f88"),
  light("#f4e9f0", "#7d53dc", "#fd7c5c", "#0aa18c"),
  light("#f0ebe2", "#3c3b3a", "#de5933", "#b8a27e"),
  light("#fae2d1", "#128c6e", "#d64e8a", "#eea20a"),
  dark("#1b1b1e", "#e5c04f", "#d25742", "#708fa0"),
  light("#e4ecde", "#b2473e", "#33706f", "#dda03e"),
]
