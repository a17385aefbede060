import type { Messages } from "../../texts.ts"
import { number } from "../../words.ts"
import { entries } from "./frame.ts"

export const setUp: Messages["setUp"] = {
  title: "初期設定",
  toSources: "サービスを連携",
  toImports: "ファイルを読み込む",
  empty: "まだ何もありません",
  begin: "Daybookを設定",
  needsAdmin: "設定するには、管理者キーでサインインしてください。",
  steps: { files: "ファイル", accounts: "アカウント", time: "時刻と単位" },
  nav: "手順",
  later: "あとで",
  filesTitle: "まず、すべてここに。",
  filesLead:
    "どのエクスポートでもZIPでも。形式は自動で判別します。読み込みは止められ、同じファイルをもう一度入れても増えません。",
  found: "ここまでに見つかったもの",
  yearHere: (year) => `${year}年が揃いました。`,
  inYears: (n, years) => `${number(years)}年間で${entries(n)}`,
  openYear: (year) => `${year}年を開く`,
  fromServices: "ファイルの提供元です。連携すると、明日からは自動です。",
  inYourFiles: "ファイルで見つかったもの",
  toAccounts: "次へ：アカウント",
  accountsTitle: "次に、これからの記録。",
  accountsLead: "今も使っているサービスを連携すると、明日からは自動です。読み取るだけです。",
  toTime: "次へ：時刻と単位",
  timeTitle: "1日はいつ始まりますか？",
  timeLead: "時刻はこのタイムゾーンで数えます。違っていれば変更してください。",
  willRead: "このように表示されます",
  sample: { running: "ゆっくりラン", listening: "Low Waterほか13曲", watching: "Long Division" },
  hereIs: (zone) => `このブラウザのタイムゾーンは${zone}です。`,
  useHere: (zone) => `${zone}を使う`,
  done: "Daybookを開く",
  noAccounts: "連携できるサービスがありません。",
  noAccountsHint: "先にそれぞれの認証情報が必要です。「ソース」をご覧ください。",
  allServices: "すべてのサービス",
}
