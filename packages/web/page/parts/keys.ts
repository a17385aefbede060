import { useEffect } from "preact/hooks"
import { base, servedDomains } from "../data/address.ts"
import { signal } from "../data/signal.ts"
import { navigate } from "../router.tsx"

const storedAt = `daybook ${base} keys`

const read = (): boolean => {
  try {
    return localStorage.getItem(storedAt) !== "off"
  } catch {
    return true
  }
}

/** True while keys without Ctrl or Cmd do something. Who speaks to the computer types letters without meaning them. */
export const singleKeys = signal(read())

/** Switches keys without Ctrl or Cmd on or off, in this browser. */
export const setSingleKeys = (isOn: boolean): void => {
  singleKeys.set(isOn)
  try {
    localStorage.setItem(storedAt, isOn ? "on" : "off")
  } catch {
    // A browser that stores nothing forgets it with the page.
  }
}

/** True if a key belongs to a text, which is being written. */
export const isWriting = ({ target }: Event): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"))

/** True if a key belongs to a word that an input method is composing; Safari ends the composition before it reports the key. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

/** The views that a letter after g goes to. */
export const goKeys: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    t: "/",
    l: "/listening",
    r: "/reading",
    w: "/watching",
    n: "/running",
    a: "/attending",
    c: "/collecting",
    p: "/places",
    y: "/years",
  }).filter(([key, path]) => key === "t" || key === "y" || servedDomains.includes(path.slice(1))),
)

/** Milliseconds after g within which a letter goes somewhere. */
const goMillis = 1_500

const hasModifier = ({ altKey, ctrlKey, metaKey }: KeyboardEvent) => altKey || ctrlKey || metaKey

/** Presses what the view offers for a key: its first button that names it. */
const press = (key: string) =>
  document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${key}"]`)?.click()

interface KeyActions {
  readonly onFind: () => void
  readonly onList: () => void
}

/** The keys of the whole page. Single ones do nothing in a field, in a dialog, or where they are switched off. */
export const useKeys = ({ onFind, onList }: KeyActions): void =>
  useEffect(() => {
    let goUntil = 0
    const single: Readonly<Record<string, () => void>> = {
      "/": onFind,
      "?": onList,
      g: () => (goUntil = Date.now() + goMillis),
      n: () => navigate("/settings/add"),
      e: () => press("e"),
      s: () => press("s"),
    }
    const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
      // Caps Lock makes it a K.
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey)
        return onFind
      if (!singleKeys.get() || hasModifier(event) || isWriting(event)) return undefined
      if (document.querySelector("dialog[open]") !== null) return undefined
      const to = Date.now() < goUntil ? goKeys[event.key] : undefined
      goUntil = 0
      return to === undefined ? single[event.key] : () => navigate(to)
    }
    const onKey = (event: KeyboardEvent) => {
      const action = actionOf(event)
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [])
