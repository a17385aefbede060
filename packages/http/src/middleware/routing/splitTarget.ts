/** True for the path or URL of an API with another protocol. */
export const isForProtocol = (url: string): boolean => url.startsWith("/apis/")

/** The parts of a request target before and behind its first question mark, as they were sent. */
export const splitTarget = (sent: string): { readonly path: string; readonly query: string } => {
  const end = sent.indexOf("?")
  return end === -1 ? { path: sent, query: "" } : { path: sent.slice(0, end), query: sent.slice(end + 1) }
}
