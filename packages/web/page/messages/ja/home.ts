import type { Messages } from "../../texts.ts"
import { listed, number, shortened } from "../../words.ts"
import { days } from "./frame.ts"

const phrases: Readonly<Record<string, (...fact: Parameters<Messages["home"]["phrase"]>) => string>> = {
  play: ({ count, title }) => `${shortened(title)}${count >= 8 ? "をリピート" : ""}`,
  article: ({ title }) => `「${shortened(title)}」`,
  concert: ({ subtitle, title }) =>
    `${shortened(title)}${subtitle === "" ? "" : `（${shortened(subtitle)}）`}`,
  "check-in": ({ title }) => `${shortened(title)}に立ち寄り`,
  record: ({ title }) => `棚に${shortened(title)}`,
  media: ({ title }) => `棚に${shortened(title)}`,
}

export const home: Messages["home"] = {
  title: "今日",
  streak: (n) => `${days(n)}連続`,
  newest: (day) => `最新の記録：${day}`,
  phrase: (fact) => phrases[fact.kind]?.(fact) ?? shortened(fact.title),
  sentence: (parts) => `${parts.join("、")}。`,
  monthWas: (month, names) => (names.length === 0 ? month : `${month}：${listed(names.map(shortened))}。`),
  leftOff: (month) => `${month}、ここで止まっています`,
  sinceThen: "それ以降の記録はありません。アカウントを連携すると、自動で記録されます。",
  keepGoing: "続ける",
  newerFiles: "新しいファイルを追加",
  playing: "再生中",
  played: "最後に再生",
  by: (artist) => artist,
  yourDay: "あなたの1日",
  yourLatestDay: (day) => `最新の1日：${day}`,
  openDay: (weekday) => `${weekday}を開く`,
  openMonth: "この月を開く",
  hours: "時間ごとの1日",
  at: (domain, time) => `${domain}、${time}`,
  week: "今週のここまで",
  weekOf: (day) => `${day}からの週`,
  usual: (weekday) => `普段の${weekday}まで`,
  asUsual: "いつもどおり",
  onThisDay: "この日の思い出",
  yearsAgo: (n) => (n === 1 ? "昨年" : `${number(n)}年前`),
  lately: "最近",
  more: (n) => `ほか${number(n)}件`,
  empty: "あなたの毎日を、ここに。",
  anyExport: "エクスポートまたはZIP",
  anyExportLead:
    "Spotify、Last.fm、Letterboxd、Goodreads、Strava、Garmin、Appleヘルスケア、Google Timeline、Swarmなど。形式は自動で判別します。",
  private: "ファイルはこのサーバーから出ません。",
  ways: {
    accounts: ["アカウントを連携", "Spotify、Strava、Trakt、Discogs。明日からは自動です。"],
    hand: ["最初の1件を自分で書く", "昨夜の映画、持っているレコード、2009年のライブ。"],
    steps: ["順番に進める", "ファイル、アカウント、時刻と単位の順です。"],
  },
}
