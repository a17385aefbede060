import type { Messages } from "../../texts.ts"
import { number, textOf } from "../../words.ts"
import { counter } from "./counter.ts"

export const domainNames: Messages["domainNames"] = {
  listening: "音楽",
  reading: "読書",
  watching: "映画・ドラマ",
  running: "ランニング",
  attending: "イベント",
  collecting: "コレクション",
  places: "場所",
  identity: "ID",
}

export const countedNouns: Messages["countedNouns"] = {
  listening: ["回再生", "回再生"],
  reading: ["件の記事", "件の記事"],
  watching: ["回視聴", "回視聴"],
  running: ["回ラン", "回ラン"],
  attending: ["件のイベント", "件のイベント"],
  collecting: ["件追加", "件追加"],
  places: ["回訪問", "回訪問"],
}

export const itemTypes: Messages["itemTypes"] = {
  artist: "アーティスト",
  album: "アルバム",
  track: "曲",
  play: "再生",
  article: "記事",
  book: "本",
  highlight: "ハイライト",
  movie: "映画",
  show: "ドラマ",
  watch: "視聴",
  run: "ラン",
  event: "イベント",
  venue: "会場",
  performer: "出演者",
  team: "チーム",
  player: "選手",
  record: "レコード",
  media: "所有する映画",
  "check-in": "チェックイン",
  place: "場所",
}

export const direction: Messages["direction"] = "ltr"
export const name: Messages["name"] = "Daybook"
export const domain: Messages["domain"] = (name) => textOf(domainNames, name)
export const entries: Messages["entries"] = counter("件")
export const entriesOf: Messages["entriesOf"] = (domain, n) =>
  `${number(n)}${countedNouns[domain as keyof typeof countedNouns]?.[1] ?? "件"}`
export const plays: Messages["plays"] = counter("回再生")
export const playsWord: Messages["playsWord"] = () => "回再生"
export const days: Messages["days"] = counter("日")
export const minutes: Messages["minutes"] = counter("分")
export const stars: Messages["stars"] = (n) => `星${number(n)}（5つ中）`

export const frame: Messages["frame"] = {
  skip: "本文へ移動",
  main: "メインメニュー",
  home: "今日",
  find: "検索",
  findKeys: (isMac) => (isMac ? "⌘K" : "Ctrl K"),
  library: "ライブラリ",
  add: "追加",
  timeline: "タイムライン",
  years: "年別",
  settings: "設定",
  signOut: "サインアウト",
  title: (view) => `${view} · Daybook`,
}

export const search: Messages["search"] = {
  label: "すべてを検索",
  placeholder: "検索",
  suggestions: "候補",
  all: (words) => `「${words}」の検索結果をすべて見る`,
  found: (n) => (n === 0 ? "候補はありません" : `候補${number(n)}件`),
  title: "検索",
  quoted: (words) => `「${words}」`,
  results: (n) => (n === 0 ? "見つかりませんでした" : `${number(n)}件`),
  best: (n) => `上位${number(n)}件`,
  domains: "分野",
  type: (name) => textOf(itemTypes, name),
  hint: "アーティスト、アルバム、記事、ハイライト、映画、ドラマ、ラン、イベント、会場、レコードを検索できます。",
  everything: "すべて",
}

export const states: Messages["states"] = {
  loading: "読み込み中",
  empty: "まだ何もありません",
  emptyHint: "サービスを連携するか、ファイルを読み込んで始めましょう。",
  failed: "読み込めませんでした",
  retry: "再試行",
  offline: "オフラインです。自動で再接続します…",
  from: (time) => `${time}時点の内容です。`,
  unready: (reason) => `サーバーが応答できません：${reason}。自動で再試行します…`,
  notFound: "ページが見つかりません",
  notFoundHint: "URLを確認してください。削除された可能性があります。",
  home: "ホームへ",
  update: "このページを読み込めませんでした",
  updateHint: "Daybookが更新された可能性があります。再読み込みしてください。",
  broken: "このページで問題が起きました",
  brokenHint: "再読み込みするか、別のページを開いてください。",
  reload: "再読み込み",
}

export const errors: Messages["errors"] = {
  400: "サーバーが受け付けませんでした。",
  401: "キーが無効になりました。",
  403: "このキーではできません。",
  404: "見つかりません。",
  408: "送信に時間がかかりすぎました。もう一度お試しください。",
  409: "サーバーの環境変数で決まっています。",
  413: "サイズが大きすぎます。",
  416: "ファイルが想定より短いです。",
  429: "リクエストが多すぎます。少しお待ちください。",
  500: "サーバーで処理できませんでした。",
  503: "サーバーの準備ができていません。",
  unavailable: "サーバーの保存先が応答しません。少し待ってからお試しください。",
  logged: (id) => `詳しくはサーバーのログをご覧ください：${id}`,
  field: (name, rule) => `${name}：${rule}`,
  rules: {
    missing: "入力してください。",
    tooLong: (most) => `${most}文字以内で入力してください。`,
    range: (from, to) =>
      to === undefined ? `${from}以上で入力してください。` : `${from}から${to}までで入力してください。`,
    time: "日付ではありません。",
    oneOf: (names) => `次のいずれかにしてください：${names}`,
    url: "ウェブアドレスではありません。",
    future: "未来の日時です。",
    other: "この値は使えません。",
  },
}

export const heatMap: Messages["heatMap"] = {
  title: (year) => `${year}年`,
  summary: (total, year) => `${year}年：${entries(total)}`,
  day: (day, n) => `${day}：${n === 0 ? "なし" : entries(n)}`,
  less: "少ない",
  more: "多い",
  earlier: "前の年",
  later: "次の年",
}

export const map: Messages["map"] = {
  keys: "矢印キーで移動、プラスとマイナスで拡大縮小、Enterで中央の場所を開きます。",
  closer: "拡大",
  farther: "縮小",
  whole: "全体を表示",
  credit: "Natural Earth",
  ground: "ルートの下",
  trails: "自分の道",
  streets: "道路",
  together: counter("か所"),
}

export const feed: Messages["feed"] = {
  title: "タイムライン",
  goTo: "移動先",
  domains: "分野",
  everything: "すべて",
  before: "この日まで",
  end: "ここが始まりです。",
  nothingOnDay: "この日は何もありません。",
  plays: (n) => (n === 1 ? "" : plays(n)),
}

export const domainHome: Messages["domainHome"] = { recent: "最近" }

export const filters: Messages["filters"] = {
  title: (set) => (set === 0 ? "絞り込み" : `絞り込み（${number(set)}）`),
  clear: "絞り込みを解除",
  nothing: "該当するものがありません。条件を減らしてみてください。",
  without: (name, value) => `${value === "" ? name : `${name}：${value}`} ✕`,
  any: "すべて",
  sort: "並べ替え",
  reverse: "逆順にする",
  from: "開始",
  to: "終了",
}

export const rhythm: Messages["rhythm"] = {
  when: "いつ",
  byHour: "時間帯別",
  byWeekday: "曜日別",
  days: (year) => `${year}年の日ごと`,
  streak: (current, longest, until) =>
    `${current < 2 ? "" : `現在${days(current)}連続。`}最長は${until}までの${days(longest)}連続です。`,
}

export const spans: Messages["spans"] = {
  label: "期間",
  months: "12か月",
  all: "全期間",
  overTime: "推移",
}

export const years: Messages["years"] = {
  lead: "1年の振り返り",
  monthLead: "1か月の振り返り",
  monthBefore: "前の月",
  entries: "記録",
  activeDays: "記録のある日",
  streak: "最長の連続",
  busiest: "最も多い日",
  days: "日ごと",
  months: "月ごと",
  time: "時間",
  times: counter("回"),
  artists: "アーティスト",
  albums: "アルバム",
  newArtists: "新しいアーティスト",
  topArtists: "よく聴いたアーティスト",
  topAlbums: "よく聴いたアルバム",
  topTracks: "よく聴いた曲",
  words: "単語",
  highlights: "ハイライト",
  authors: "著者",
  sites: "サイト",
  tags: "タグ",
  films: "映画",
  filmsOf: counter("本の映画"),
  episodes: "エピソード",
  episodesOf: counter("話"),
  topFilms: "高評価の映画",
  topShows: "ドラマ",
  directors: "監督",
  stars: (n) => (n === 0 ? "" : `★ ${number(n)}`),
  distance: "距離",
  longest: "最長",
  races: "レース",
  venues: "会場",
  performers: "出演者",
  topPerformers: "最も多く観た出演者",
  topVenues: "会場",
  teams: "チーム",
  wonAndLost: (won, lost) => `${number(won)}–${number(lost)}`,
  records: "レコード",
  media: "所有する映画",
  formats: "形式",
  cities: "都市",
  newPlaces: "新しい場所",
  mostVisited: "よく訪れた場所",
}
