import { SearchItem } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { type HiddenBy, InstantOrEmpty, manyOf, wireForm } from "../../forRoutes.ts"
import { ItemImage } from "../../../wire/itemImage.ts"

const item = {
  domain: Schema.String.annotate({ description: "The domain, such as listening" }),
  type: SearchItem.fields.type.annotate({ description: "Such as artist, article, event or record" }),
  id: SearchItem.fields.id.annotate({ description: "The id under its type" }),
  title: SearchItem.fields.title,
  subtitle: SearchItem.fields.subtitle.annotate({
    description: "Related names, such as a track's artist",
  }),
  url: SearchItem.fields.url,
  image: Schema.optionalKey(ItemImage),
}

const hiddenBy: HiddenBy<{ readonly domain: string } & Pick<SearchItem, "id" | "type">> = {
  domain: ({ domain }) => domain,
  by: (item) => [item],
}

export const FoundItems = wireForm(
  {
    items: manyOf(
      wireForm(
        {
          score: Schema.Finite.annotate({
            description: "Higher is better; at least 1 if the whole title is the query",
          }),
          ...item,
          at: InstantOrEmpty,
          snippet: Schema.String.annotate({
            description: "The part of its text around a word that was found",
          }),
        },
        {},
        hiddenBy,
      ),
    ),
  },
  { items: "data" },
)

export const Suggestions = wireForm({ items: manyOf(wireForm(item, {}, hiddenBy)) }, { items: "data" })
