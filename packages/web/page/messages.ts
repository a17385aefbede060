import { loading } from "./languages.ts"

/** Every text of the page, in its language. The code that imports them runs when they are there. */
export const messages = await loading
