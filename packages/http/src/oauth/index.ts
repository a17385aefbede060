import type { Domain } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type { SessionSeal } from "../middleware/access/session.ts"
import * as ClientHandlers from "./clientHandlers.ts"
import * as ConsentHandlers from "./consentHandlers.ts"
import { OAuthApi } from "./group.ts"

export { isForAnyOrigin, OAuthApi } from "./group.ts"

/** The authorization server of `/mcp`. The owner decides in a session of the page, so it needs the seal of sessions. */
export const layer = (
  seal: SessionSeal,
  settings: ClientHandlers.OAuthSettings,
  domains: ReadonlyArray<Domain>,
) =>
  HttpApiBuilder.layer(OAuthApi).pipe(
    Layer.provide([ClientHandlers.layer(settings), ConsentHandlers.layer(seal, settings, domains)]),
  )
