/** The path under which the page is served, with a slash at both ends: `/`, or `/daybook/` behind a proxy that adds one. */
export const base = new URL(document.baseURI).pathname

/** The address of a path of the API, or of a view. */
export const addressOf = (path: string): string => base + path.replace(/^\//, "")

/** The domains that this server has, in the order in which it names them. */
export const servedDomains: ReadonlyArray<string> = (
  document.querySelector<HTMLMetaElement>('meta[name="daybook-domains"]')?.content ?? ""
)
  .split(" ")
  .filter((name) => name !== "")
