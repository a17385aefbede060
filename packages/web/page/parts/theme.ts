import { useEffect, useState } from "preact/hooks"

/** The colour of a token at an element as a canvas takes it: a canvas does not know the style sheet's names. */
export const colourOf = (element: Element, name: string): string => {
  const probe = element.appendChild(document.createElement("i"))
  probe.style.color = `var(${name})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** A number that changes with the theme, the system's or the chosen one: what is drawn on a canvas is drawn again. */
export const useTheme = (): number => {
  const [theme, setTheme] = useState(0)
  useEffect(() => {
    const dark = window.matchMedia("(prefers-color-scheme: dark)")
    const again = () => setTheme((now) => now + 1)
    const chosen = new MutationObserver(again)
    dark.addEventListener("change", again)
    chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] })
    return () => {
      dark.removeEventListener("change", again)
      chosen.disconnect()
    }
  }, [])
  return theme
}
