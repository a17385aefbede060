import type { StoryTexts } from "./en.ts"
import { writtenIn } from "./language.ts"

const { counted, day, half, list, month, shortMonth } = writtenIn("ja")
const units = { km: "キロ", mi: "マイル" }
const some = (counter: string) => (count: number) => counted(count) + counter

export const ja: StoryTexts = {
  language: "ja",
  counted,
  month,
  shortMonth,

  cover: { label: "今年のまとめ", text: (sums) => `${list(sums)}。` },
  listening: {
    songs: () => "曲",
    label: "音楽を再生した回数",
    headline: () => "回。",
    byDay: (songs, most) => `1日に${counted(songs)}曲。いちばん多かった月は${most}。`,
    early: "半分以上は午前中。",
    afternoon: "半分以上は午後。",
    late: "半分以上は夕方6時以降。",
    ring: "輪は一年",
    artistLabel: "いちばん聴いたのは",
    artist: (count, newArtists) =>
      newArtists === 0
        ? `今年の再生は${counted(count)}回。`
        : `今年の再生は${counted(count)}回。はじめて聴いたアーティストは${counted(newArtists)}組。`,
    recordsLabel: "くり返し聴いた",
    records: (count) => `心に残った${counted(count)}枚。`,
    record: (artist, count) => `${artist}・${counted(count)}回`,
  },
  watching: {
    films: () => "本の映画",
    episodes: () => "話",
    label: "観た映画",
    headline: (_, best) => (best === "" ? "本。" : `本。いちばんは「${best}」。`),
    text: (average, episodes) =>
      (average > 0 ? `平均は5点中${half(average)}点。` : "") +
      (episodes > 0 ? `ほかにドラマを${counted(episodes)}話。` : ""),
  },
  running: {
    sum: (unit) => `${units[unit]}のラン`,
    label: "走った距離",
    headline: (_, unit, from, to) => `${units[unit]}。${from}から${to}まで。`,
    text: (runs, longest, unit, most) =>
      `全部で${counted(runs)}回、最長は${counted(longest)}${units[unit]}。いちばん走ったのは${most}。`,
    cities: {
      Marathon: "マラトン",
      Athens: "アテネ",
      Vienna: "ウィーン",
      Brno: "ブルノ",
      Brussels: "ブリュッセル",
      Amsterdam: "アムステルダム",
      London: "ロンドン",
      Paris: "パリ",
      Madrid: "マドリード",
      Barcelona: "バルセロナ",
      Rome: "ローマ",
      Marseille: "マルセイユ",
      Berlin: "ベルリン",
      Lisbon: "リスボン",
      Narbonne: "ナルボンヌ",
      Lyon: "リヨン",
      Stockholm: "ストックホルム",
      Helsinki: "ヘルシンキ",
    },
  },
  attending: { nights: () => "回のおでかけ" },
  collecting: { records: () => "枚の新しいレコード" },
  places: {
    sum: () => "か所の新しい場所",
    label: "はじめての場所",
    headline: () => "か所。",
    text: (furthest, most, times) =>
      (furthest === "" ? "" : `いちばん遠くは「${furthest}」。`) +
      (most === "" ? "" : `いちばん多かったのは「${most}」、${counted(times)}回。`),
  },
  fullestDay: { label: "いちばん充実した日", day },
  reading: {
    books: () => "冊の本",
    articles: () => "本の記事",
    label: "読んだ本",
    headline: (_, pages) => (pages < 100 ? "冊。" : `冊、${counted(pages)}ページ。`),
    text: (articles, hours) => `ほかに記事を${counted(articles)}本、${counted(hours)}時間。`,
  },
  page: {
    title: (year) => `${year}年のまとめ`,
    now: "いま",
    story: "ストーリー",
    wall: "心に残ったもの",
    months: "月ごと",
    entries: some("件"),
    empty: "この年の記録はまだありません。",
    footer: "Daybookで作成。このページは、共有した人がいつでも終了できます。",
    ended: "このページは終了しました",
    endedText: "共有が終了したか、アドレスが途中で切れています。",
    latest: {
      listening: { now: "再生中", last: "最後に聴いた曲" },
      reading: { now: "読んでいる本", last: "最後に読んだ本" },
      watching: { now: "視聴中", last: "最後に観た作品" },
      collecting: { now: "最新のレコード", last: "最新のレコード" },
    },
  },
  almanac: {
    label: "一年の記録",
    text: (active, streak) =>
      streak < 2
        ? `記録のある日は${counted(active)}日。`
        : `記録のある日は${counted(active)}日、最長で${counted(streak)}日連続。`,
  },
}
