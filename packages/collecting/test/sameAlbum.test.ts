import { foldName } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { albumKey, withoutEdition } from "../src/sameAlbum.ts"

const Edition = Schema.Literals([
  " (Deluxe Edition)",
  " [Remastered 2011]",
  " - EP",
  " EP",
  " - Single",
  "(2003 Remaster)",
  " (25th Anniversary) [Bonus Track Edition]",
  " – Expanded Edition",
  " [Mono]",
])

describe("the editions of an album", () => {
  it.prop(
    "have one key, whatever the album and however many parts",
    [Schema.String, Edition, Edition],
    ([title, one, other]) => {
      const album = `x${title.trimEnd()}`
      assert.strictEqual(albumKey(`${album}${one}`), albumKey(album))
      assert.strictEqual(albumKey(`${album}${one}${other}`), albumKey(album))
    },
  )

  it.prop(
    "have a key at which the folded title begins, and which is never empty",
    [Schema.String],
    ([title]) => {
      const rest = withoutEdition(title)
      assert.isTrue(title.startsWith(rest))
      assert.strictEqual(withoutEdition(rest), rest)
      if (title !== "") assert.notStrictEqual(rest, "")
    },
  )

  it("are not other albums of nearly the same title", () => {
    for (const title of [
      "Salt (Live)",
      "Salt (Original Soundtrack)",
      "Salt (Ida's Version)",
      "Salt - Pepper",
      "Salt 2",
      "Keep (Deluxe) Company",
      "(Deluxe Edition)",
      "EP",
      "Stepping Out (Steep Hills)",
    ])
      assert.strictEqual(albumKey(title), foldName(title), title)
  })
})
