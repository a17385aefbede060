/** The longest redirect URI, in UTF-16 units. */
const maxLength = 2_000

const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"])

const isLoopback = ({ hostname, protocol }: URL): boolean => protocol === "http:" && loopback.has(hostname)

/** The schemes of programs that connect assistants; others are a domain in reverse (RFC 8252, 7.1). */
const programs: ReadonlySet<string> = new Set(["cursor:", "vscode:", "vscode-insiders:", "windsurf:"])

const isPrivateUse = ({ protocol }: URL): boolean => programs.has(protocol) || protocol.includes(".")

/** True for the URI of a program on the owner's own machine: at loopback, or with the program's own scheme. */
export const isLocal = (url: URL): boolean => isLoopback(url) || isPrivateUse(url)

/** Who receives the code at a redirect URI, as the owner reads it: the host, or the scheme of a program and its host. */
export const receiverOf = (redirectUri: string): string => {
  const url = new URL(redirectUri)
  if (!isPrivateUse(url)) return url.host
  return url.host === "" ? url.protocol : `${url.protocol}//${url.host}`
}

/** A redirect URI that a client may have: over HTTPS or of a local program, without a fragment and without a password. */
export const isRedirectUri = (text: string): boolean => {
  if (text.length > maxLength || text.includes("#") || !URL.canParse(text)) return false
  const url = new URL(text)
  return (
    (url.protocol === "https:" || isLocal(url)) &&
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
