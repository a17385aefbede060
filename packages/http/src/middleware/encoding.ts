/** The encodings in which a text is stored ready. */
export type Encoding = "br" | "gzip" | "identity"

/** Those that a client must request. */
export type Packed = Exclude<Encoding, "identity">

const encodings = ["br", "gzip", "identity"] as const

/** The weights of `Accept-Encoding` by name; 0 for an encoding that must not be used, or whose weight is invalid. */
const weightsOf = (accepted: string): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>()
  for (const item of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim())
    const weight = parameters.find((one) => one.startsWith("q="))?.slice(2) ?? "1"
    weights.set(name, /^[01](\.\d{0,3})?$/.test(weight) ? Math.min(1, Number(weight)) : 0)
  }
  return weights
}

/**
 * The encoding that a client prefers, the smallest of equally preferred ones (RFC 9110, 12.5.3). A client that
 * accepts none of them gets the plain text.
 */
export const encodingFor = (accepted: string | undefined): Encoding => {
  if (accepted === undefined || accepted === "identity") return "identity"
  const weights = weightsOf(accepted)
  let best: Encoding = "identity"
  let most = 0
  // The smallest is first: only a preferred one replaces it.
  for (const encoding of encodings) {
    const weight = weights.get(encoding) ?? weights.get("*") ?? 0
    if (weight <= most) continue
    best = encoding
    most = weight
  }
  return best
}
