import { addressOf } from "./address.ts"

/** True where the server answers now; a proxy that stands before nobody is no server. */
export const serverAnswers = (): Promise<boolean> =>
  fetch(addressOf("/v1/health"), { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  )
