import type { Messages } from "../../texts.ts"
import { number, textOf } from "../../words.ts"
import { counter } from "./counter.ts"
import { domain } from "./frame.ts"

export const knownShares: Messages["knownShares"] = {
  "/v1/feed.atom": "すべて（フィードリーダー用、Atom）",
  "/v1/feed.json": "すべて（フィードリーダー用、JSON Feed）",
  "/v1/reading/archive.atom": "読んだ記事（フィードリーダー用）",
  "/v1/watching/reviews.atom": "映画のレビュー（フィードリーダー用）",
  "/v1/attending/events.ics": "参加したイベント（カレンダー用）",
  "/v1/attending/upcoming.ics": "今後のイベント（カレンダー用）",
  "/v1/cards/now-playing.svg": "再生中（画像）",
  "/v1/cards/top-albums.svg": "よく聴いたアルバム（画像）",
  "/v1/live": "自動更新するページ用のライブ通知",
}

export const eventNames: Messages["eventNames"] = {
  play: "再生",
  "play.sent": "アプリから届いた再生",
  "article.finished": "記事の読了",
  "film.watched": "映画の視聴",
  run: "ラン",
  "event.attended": "イベントへの参加",
  "record.added": "レコードの追加",
  "check-in": "チェックイン",
  "sync.failed": "同期の失敗",
}

export const keys: Messages["settings"]["keys"] = {
  make: "新しいキー",
  name: "名前",
  nameHint: "使うアプリ名など、自分用の名前です。",
  scope: "権限",
  scopeNames: {
    read: "すべて読み取り",
    submit: "再生と訪問の送信のみ",
    save: "ページの保存のみ",
    admin: "すべて読み取り・変更",
  },
  scopeWords: { read: "読み取り", submit: "送信", save: "ページの保存", admin: "読み取りと変更" },
  end: "有効期限",
  endHint: "空欄なら無期限です。",
  limit: "1分あたりのリクエスト数",
  limitHint: "空欄ならサーバーの既定値です。",
  create: "キーを作成",
  made: (name) => `キー「${name}」`,
  once: "今すぐコピーしてください。二度と表示されません。",
  list: "使用中",
  hint: (last) => `末尾${last}`,
  created: "作成",
  lastUsed: "最終使用",
  neverUsed: "未使用",
  expires: "期限",
  expired: "期限切れ",
  limitOf: (n) => `毎分${number(n)}リクエスト`,
  revoke: "取り消す",
  revokeQuestion: (name) => `「${name}」を取り消しますか？`,
  revokeLost: "このキーを使うアプリはすぐに動かなくなります。",
  revokeOwn: "このブラウザは同じ名前のキーでサインインしています。同じキーならサインアウトされます。",
}

export const assistants: Messages["settings"]["assistants"] = {
  list: "接続中",
  none: "アシスタントはまだありません",
  noneHint: "このアドレスをClaudeやChatGPTのコネクタに追加します：",
  reads: (domains) =>
    domains.length === 0 ? "すべて読み取り" : `${domains.map((one) => domain(one)).join("、")}を読み取り`,
  writes: "書き込み可",
  connected: "接続",
  lastUsed: "最終使用",
  neverUsed: "未使用",
  end: "接続を解除",
  endQuestion: (name) => `「${name}」の接続を解除しますか？`,
  endLost: "すぐにアクセスできなくなります。また使うには、もう一度接続してください。",
}

export const shares: Messages["settings"]["shares"] = {
  make: "新しい共有",
  what: "内容",
  known: (address) => {
    const year = /^\/v1\/cards\/year\/(\d+)\.svg$/.exec(address)?.[1]
    if (year !== undefined) return `${year}年（画像）`
    const named = /^\/v1\/cards\/calendar\/([\w-]+)\.svg$/.exec(address)?.[1]
    if (named !== undefined) return `${domain(named)}：1年を日ごとに（画像）`
    const page = /^\/pages\/(?:years\/(\d+)|now)/.exec(address)
    if (page === null) return textOf(knownShares, address, address)
    return page[1] === undefined ? "今（公開ページ）" : `${page[1]}年（公開ページ）`
  },
  another: "APIの別のパス",
  address: "パス",
  addressHint: "読み取りキーでGETできるパスとパラメータ。一覧は/docsにあります。",
  name: "メモ",
  nameHint: "渡した相手など、自分用のメモです。",
  create: "共有",
  made: (address) => `${address}の共有リンク`,
  once: "今すぐコピーしてください。取り消すまで、リンクを知っている人はこれだけを読めます。",
  list: "使用中",
  none: "共有はまだありません",
  hint: (last) => `末尾${last}`,
  created: "作成",
  lastUsed: "最終使用",
  neverUsed: "未使用",
  revoke: "取り消す",
  revokeQuestion: (name) => `共有「${name}」を取り消しますか？`,
  revokeLost: "リンクはすぐに使えなくなります。新しい共有は別のリンクになります。",
}

export const webhooks: Messages["settings"]["webhooks"] = {
  make: "新しいWebhook",
  url: "URL",
  urlHint: "イベントごとにPOSTを受け取ります。プライベートアドレスは下で許可が必要です。",
  events: "イベント",
  event: (type) => textOf(eventNames, type, type),
  more: "詳細",
  secret: "自分のシークレット",
  secretHint: "whsec_に続けて24～64バイトのbase64。空欄なら自動で作成します。",
  create: "Webhookを作成",
  made: (url) => `${url}の署名シークレット`,
  once: "今すぐコピーしてください。受信側はこれで署名を検証します（Standard Webhooks）。",
  relay: "再生を転送",
  relayHint:
    "アプリからここに届いた再生を、数分後に一度だけサービスへ送ります。そのサービスから来た再生は送りません。",
  service: "サービス",
  services: { listenbrainz: "ListenBrainz、Maloja、Koito", lastfm: "Last.fm" },
  relayUrl: "サービスのアドレス",
  relayUrlHint:
    "例：https://maloja.example.org/apis/listenbrainz 。プライベートアドレスは下で許可が必要です。",
  token: "トークン",
  apiKey: "APIキー",
  apiSecret: "共有シークレット",
  apiHint: "last.fm/api/accounts にある自分のAPIアカウントのもの。",
  username: "ユーザー名",
  password: "パスワード",
  passwordHint: "サインインに一度だけ使います。保存されません。",
  startRelay: "再生を転送",
  list: "使用中",
  none: "Webhookはまだありません",
  noneHint: "新しい再生、ラン、映画があると、数秒以内にアプリを呼び出します。",
  working: "オン",
  off: "オフ",
  switchOff: "オフにする",
  switchOn: "オンにする",
  offSince: "停止：",
  failing: counter("回失敗"),
  next: "次の試行：",
  removeQuestion: "このWebhookを削除しますか？",
  removeLost: (url) => `${url}の呼び出しをやめ、シークレットと配信履歴を削除します。`,
  deliveries: "配信",
  noDeliveries: "配信はまだありません",
  noDeliveriesHint: "Webhookの作成後のイベントだけが送られます。",
  statuses: { waiting: "待機中", delivered: "配信済み", "set aside": "失敗" },
  attempts: counter("回試行"),
  answered: (status) => `ステータス${status}`,
  body: "内容",
  retry: "再送信",
}
