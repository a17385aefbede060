import * as HttpServerResponse from "effect/http/HttpServerResponse"

const headers = { "cache-control": "private, no-cache" }

/** JSON that is ready to be sent. */
export const json = (text: string, status = 200) =>
  HttpServerResponse.text(text, { status, contentType: "application/json", headers })

/** That something was done, of which there is nothing to tell. */
export const noContent = HttpServerResponse.empty({ status: 204, headers })

/** An error as the contract has it. */
export const failure = (status: number, message: string, more: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.jsonUnsafe(
    { _message: message, status: "error" },
    { status, headers: { ...headers, ...more } },
  )

/** An answer that ends a request before its work. */
export class Refusal {
  readonly response: HttpServerResponse.HttpServerResponse
  constructor(response: HttpServerResponse.HttpServerResponse) {
    this.response = response
  }
}

/** The answer of a step that ends a request. */
export const refuse = (status: number, message: string, more?: Readonly<Record<string, string>>) =>
  new Refusal(failure(status, message, more))
