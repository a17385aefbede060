/** The head of a request, as far as the rules before its route look at it. Names of headers are in lower case. */
export interface Head {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** True for a browser's preflight request. */
export const isPreflight = ({ method, headers }: Head) =>
  method === "OPTIONS" &&
  headers["origin"] !== undefined &&
  headers["access-control-request-method"] !== undefined
