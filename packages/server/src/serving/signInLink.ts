import { SignInLinks } from "@daybook/access"
import { signInUrl } from "@daybook/http"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ServerSettings } from "../settings.ts"

/** The address of a running server, as a browser on this machine would ask it. */
export const addressOf = ({
  host,
  port,
  publicUrl,
}: Pick<ServerSettings, "host" | "port" | "publicUrl">): string => {
  if (publicUrl !== undefined) return publicUrl
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`
}

/** A new link that signs one browser in at the server of this address. */
export const makeSignInLink = (address: string) =>
  SignInLinks.use(({ create }) =>
    Effect.map(create, ({ token }) => signInUrl(address, Redacted.value(token))),
  ).pipe(Effect.provide(SignInLinks.layer))
