import type { Link, LinkableService } from "@daybook/access"
import * as Effect from "effect/Effect"
import { makePlainPages } from "../../../page/plainPage.ts"
import { escaped } from "../../../wire/xml.ts"

/** The pages shown after a service has sent the browser back, if no view of the page started the link. */
export const linkPages = Effect.map(makePlainPages, (plainPage) => {
  const pageOf = (title: string, text: string, status: number, back?: string) =>
    plainPage({
      title,
      status,
      body: `<p>${escaped(text)}</p>${
        back === undefined ? "" : `\n<p><a class="button" href="${escaped(back)}">Back to Daybook</a></p>`
      }`,
    })

  return {
    /** States that the account is linked. */
    linked: ({ title }: LinkableService, { account }: Link) =>
      pageOf(
        `${title} is linked`,
        `Daybook now reads ${account === "" ? "your account" : `the account of ${account}`} at ${title}. You can close this page.`,
        200,
      ),
    /** The reason why the account is not linked, and what to do; with a link back to the view that started it. */
    refused: (
      { title }: LinkableService,
      { error, status }: { readonly error: string; readonly status: number },
      back: string | undefined,
    ) => pageOf(`${title} is not linked`, `${error}.`, status, back),
  }
})
