/** The longest redirect URI, in UTF-16 units. */
const maxLength = 2_000

const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"])

/** True for the address of a program on the owner's own machine. */
export const isLoopback = ({ hostname, protocol }: URL): boolean =>
  protocol === "http:" && loopback.has(hostname)

/** True for a redirect URI that a client may have: over HTTPS or to loopback, without a fragment and without a password. */
export const isRedirectUri = (text: string): boolean => {
  if (text.length > maxLength || text.includes("#") || !URL.canParse(text)) return false
  const url = new URL(text)
  return (
    (url.protocol === "https:" || isLoopback(url)) &&
    url.username === "" &&
    url.password === "" &&
    /^[!-~]+$/.test(text)
  )
}

/** A loopback URI without its port: a program listens at any free port (RFC 8252, 7.3). */
const withoutPort = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && isLoopback(url)
    ? text.replace(/^(http:\/\/(?:\[::1\]|[^/:?]+))(:\d*)?/i, "$1")
    : text
}

/** True if a request's redirect URI is one of the registered: character by character, but for the port of loopback. */
export const isRegistered = (asked: string, registered: ReadonlyArray<string>): boolean =>
  isRedirectUri(asked) && registered.some((one) => withoutPort(one) === withoutPort(asked))
