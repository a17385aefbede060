import { base } from "./address.ts"

/** How the page looks and counts, as the session has it. */
export interface Preferences {
  readonly day_begins_at: string
  readonly week_begins_on: "monday" | "sunday" | "saturday"
  readonly units: "auto" | "kilometres" | "miles"
  readonly language: string
  readonly theme: "system" | "light" | "dark"
}

const usual: Preferences = {
  day_begins_at: "00:00",
  week_begins_on: "monday",
  units: "auto",
  language: "auto",
  theme: "system",
}

const storedAt = `daybook ${base} preferences`

const read = (): Preferences => {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(storedAt) ?? "{}") }
  } catch {
    return usual
  }
}

/**
 * The preferences as this browser last saw them: numbers, dates and units are made ready when the page loads, before the session is known.
 */
export const preferences: Preferences = read()

/** Shows the theme: the system's, unless one is chosen. */
const showTheme = ({ theme }: Preferences): void => {
  const { dataset } = document.documentElement
  if (theme === "system") delete dataset["theme"]
  else dataset["theme"] = theme
}
showTheme(preferences)

/** Takes the preferences of the session over. The page is loaded again where numbers or dates are to be written otherwise. */
export const takePreferences = (next: Preferences): void => {
  showTheme(next)
  const isOther = (Object.keys(usual) as Array<keyof Preferences>).some(
    (name) => name !== "theme" && next[name] !== preferences[name],
  )
  try {
    localStorage.setItem(storedAt, JSON.stringify(next))
  } catch {
    // A browser that stores nothing shows what it always shows.
  }
  // Without a store the page would be loaded again and again.
  if (isOther && JSON.stringify(read()) === JSON.stringify({ ...usual, ...next })) location.reload()
}
