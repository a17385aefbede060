import { signal } from "./signal.ts"

/** What screen readers announce apart from the view. */
export const said = signal("")

/** Announces a text to screen readers, such as how many films a filter leaves. */
export const announce = (text: string): void => {
  // The same words twice are two messages: a region that does not change says nothing.
  said.set("")
  setTimeout(() => said.set(text), 60)
}
