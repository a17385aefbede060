import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { nosniff } from "../middleware/rateLimitHeaders.ts"

const headers = { "cache-control": "private, no-cache", ...nosniff }

/** A response of ready JSON. */
export const json = (text: string, status = 200) =>
  HttpServerResponse.text(text, { status, contentType: "application/json", headers })

/** A response without a body. */
export const noContent = HttpServerResponse.empty({ status: 204, headers })

/** An error in the contract's form. */
export const failure = (status: number, message: string, more: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.jsonUnsafe(
    { _message: message, status: "error" },
    { status, headers: { ...headers, ...more } },
  )
