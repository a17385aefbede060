import { isForProtocol, splitTarget } from "./splitTarget.ts"

/** A request target as a path and a query (RFC 9112, 3.2.1), both as they were sent. */
export interface Target {
  /** Begins with a slash. */
  readonly path: string
  /** All after the first question mark; "" without one. */
  readonly query: string
}

// The characters of RFC 3986, and those that browsers send as they are (URL Standard, 1.3).
const pathForm = /^\/[\w\-.~!$&'()*+,;=:@%/|^[\]]*$/
const queryForm = /^[\w\-.~!$&'()*+,;=:@%/|^[\]?{}\\`]*$/

/** True if each percent sign begins an encoded byte and these bytes are UTF-8. */
const isDecodable = (text: string): boolean => {
  try {
    // The result is used, for bundlers take the call to be without effect and would drop it.
    return decodeURIComponent(text) !== ""
  } catch {
    return false
  }
}

/**
 * The path of a target. Players put slashes between the URL that the owner typed and their own path (Quod Libet sends
 * two, Last.fm's clients end theirs with one), so the APIs of other protocols ignore empty segments.
 */
const pathOf = (sent: string): string =>
  isForProtocol(sent) ? sent.replace(/\/{2,}/g, "/").replace(/\/$/, "") : sent

/**
 * Splits a request target; undefined if it is not a path and a query. The gate, shares and the router all read a target by this
 * function: two readings of one target would let a caller show one address to the gate and another to the route.
 */
export const parseTarget = (text: string): Target | undefined => {
  const { path: sent, query } = splitTarget(text)
  const path = pathOf(sent)
  return pathForm.test(path) && queryForm.test(query) && isDecodable(text) ? { path, query } : undefined
}

/** The parameters of a target that `parseTarget` accepts. */
export const queryOf = (url: string): URLSearchParams => new URLSearchParams(splitTarget(url).query)

/** A value of `Host`: a host of a URL and perhaps a port, without any other part of a URL. */
const isHost = (host: string): boolean =>
  /^[!-~]+$/.test(host) && !/[/?#@\\]/.test(host) && URL.canParse(`http://${host}`)

/** The reason why a request cannot be read, before anything else looks at it; undefined if it can. */
export const faultOf = (target: Target | undefined, host: string | undefined): string | undefined => {
  if (target === undefined) {
    return "The request target is not a path and a query: percent-encode special characters, such as # as %23"
  }
  return host === undefined || isHost(host)
    ? undefined
    : "Host: must be a host name or an IP address, and a port if need be"
}
