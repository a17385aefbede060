/**
 * True if a read key may call the endpoint: a GET (and so a HEAD) under `/v1`, with no `admin` segment in its path,
 * and everything that an assistant sends, since each of its calls goes to `/v1` with the same key.
 */
export const isReadable = (method: string, path: string) =>
  path === "/mcp" || (method === "GET" && path.startsWith("/v1/") && !/\/admin(\/|$)/.test(path))

/** True for the endpoint that a key of the scope `save` may call. */
export const isSaving = (path: string) => path === "/v1/reading/save"
