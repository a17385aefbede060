/** The path of the page that spends sign-in links. */
export const signInPath = "/open"

/**
 * The URL of a sign-in link at a server's address. Its token is in the fragment, which no browser sends: no log or proxy has it, and
 * nothing that fetches the address to preview it spends it.
 */
export const signInUrl = (base: string, token: string): string => `${base}${signInPath}#${token}`
