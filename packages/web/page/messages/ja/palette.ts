import type { Messages } from "../../texts.ts"
import { type Kinds, loggedAs } from "../../words.ts"

/** How each type is said before "として", and the words that name it. */
const kinds: Kinds = {
  watch: { as: "映画", words: ["映画"] },
  book: { as: "本", words: ["本"] },
  play: { as: "曲", words: ["曲", "歌"] },
  record: { as: "レコード", words: ["レコード", "アルバム"] },
  event: { as: "イベント", words: ["ライブ", "イベント", "試合"] },
  "check-in": { as: "場所", words: ["場所", "訪問"] },
  run: { as: "ラン", words: ["ラン"] },
}

export const palette: Messages["palette"] = {
  title: "検索・移動・追加",
  close: "閉じる",
  goTo: (view) => `${view}へ移動`,
  film: (year) => (year === 0 ? "The Movie Database" : `${year} · The Movie Database`),
  log: (title, type) => `「${title}」を${kinds[type]?.as ?? type}として追加`,
  logged: (words) =>
    loggedAs(
      kinds,
      /^(?:追加|記録)\s+(.+?)(?:\s+(\S+)として)?\s*$/.exec(words) ??
        /^(.+?)を(\S+)として(?:追加|記録)\s*$/.exec(words) ??
        [],
    ),
}
