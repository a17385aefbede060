/** True where a read key may call the endpoint: a GET (and so a HEAD) under `/v1`, with no `admin` segment in its path. */
export const isReadable = (method: string, path: string) =>
  method === "GET" && path.startsWith("/v1/") && !/\/admin(\/|$)/.test(path)
