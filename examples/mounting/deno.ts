// `deno serve --host 127.0.0.1 --port 3000 --allow-all deno.ts`, then http://127.0.0.1:3000/daybook/docs
import { daybook } from "./daybook.ts"

export default {
  fetch: (request: Request, { remoteAddr }: { readonly remoteAddr: { readonly hostname: string } }) =>
    daybook.handler(request, { address: remoteAddr.hostname }),
}
