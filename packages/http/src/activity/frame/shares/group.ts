import { maxSharedUrlLength, maxShareNameLength, Share } from "@daybook/access"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import {
  Endpoint,
  Instant,
  InstantOrEmpty,
  JsonBody,
  keyedGroup,
  listOf,
  NotFound,
  paging,
  RecordId,
  wireForm,
} from "../../forRoutes.ts"

const ShareRequest = Schema.Struct({
  address: Schema.String.annotate({
    description:
      "A path that a read key can GET, with its parameters, such as /v1/feed?domains=reading; or a page for everyone: " +
      "/pages/years/2025 or /pages/now, with index=true for search engines, now=true to show on a year what is playing, and units",
  }).check(
    Schema.isMaxLength(maxSharedUrlLength, {
      message: `must have at most ${maxSharedUrlLength} characters`,
    }),
  ),
  name: Schema.optionalKey(
    Schema.String.annotate({ description: "Your note, such as who has it" }).check(
      Schema.isMaxLength(maxShareNameLength, {
        message: `must have at most ${maxShareNameLength} characters`,
      }),
    ),
  ),
}).annotate({ examples: [{ address: "/v1/feed?domains=reading", name: "my feed reader" }] })

const fields = {
  ...Struct.pick(Share.fields, ["id", "name", "address"]),
  createdAt: Instant,
}

export const CreatedShare = wireForm({
  ...fields,
  url: Schema.String.annotate({ description: "The whole address with its token, shown only once" }),
})

export const ShareRecords = listOf(
  wireForm({
    ...fields,
    hint: Share.fields.hint.annotate({ description: "The token's last 4 characters" }),
    lastUsedAt: InstantOrEmpty.annotate({ description: "Empty if the share was never used" }),
  }),
)

export class SharesGroup extends keyedGroup(
  "shares",
  "Shares",
  Endpoint.post("create", "/v1/admin/shares", {
    payload: ShareRequest,
    success: CreatedShare.pipe(HttpApiSchema.status(201)),
    summary: "Share a path",
    description:
      "The URL with `?share=…` needs no key, for clients that can't send one: feed readers, calendars, images in " +
      "pages, a browser's EventSource. It opens only this path with these parameters, until you revoke it. " +
      "A page opens at a separate address, /s/…, with its images.",
  }).middleware(JsonBody),
  Endpoint.get("list", "/v1/admin/shares", {
    query: paging,
    success: ShareRecords,
    summary: "List shares, oldest first",
  }),
  Endpoint.delete("revoke", "/v1/admin/shares/:id", {
    params: { id: RecordId },
    error: NotFound,
    summary: "Revoke a share",
  }),
) {}
