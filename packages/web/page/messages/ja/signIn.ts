import type { Messages } from "../../texts.ts"

export const signIn: Messages["signIn"] = {
  title: "Daybookを開く",
  lead: "Daybookは起動時にリンクを表示しました。一度だけ開け、この端末でのサインインが続きます。",
  start: "npm start",
  ready: "Daybookの準備ができました。こちらを開いてください：",
  another: ["リンクがない場合：", "npm run daybook -- sign-in", "で新しく表示できます。有効期間は15分です。"],
  key: "キー",
  hint: "キーは初回起動時に表示され、データフォルダのfirst-keysファイルにもあります。読み取りキーはすべてを見られ、管理者キーは変更もできます。",
  button: "開く",
  working: "開いています",
  wrong: "このキーは無効です。取り消されたか、期限が切れた可能性があります。",
  sends: "このキーはデータの送信専用です。読み取りキーか管理者キーでサインインしてください。",
  ended: "キーの期限切れまたは取り消しにより、サインアウトしました。",
  spent: "このリンクは使用済みか、15分を過ぎています。新しく表示してください。",
  here: "データはこのサーバーにあり、外には出ません。",
}
