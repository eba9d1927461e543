import type { NoticeBody } from '../../src/domain/message/notice.ts';
import type { NoticeTarget, Place } from '../../src/domain/message/place.ts';
import { ok, type Result, refuse } from '../../src/domain/result.ts';
import type { ShownSection } from '../../src/slack/home/home.ts';
import type { PersonalChat, PersonalMessage } from '../../src/slack/message/personal-messages.ts';
import type { RenderedMessage } from '../../src/slack/platform/rendered-message.ts';
import { renderedPost } from '../../src/slack/show/asking-posts.ts';
import { lineMessage } from '../../src/slack/show/thread-line-posts.ts';
import { renderedList } from '../../src/slack/show/waiting-list.ts';
import { textsFor } from '../../src/slack/texts.ts';
import type { CardModel } from '../../src/use-cases/ports/card-contents.ts';
import type {
  Chat,
  HomeChat,
  HomeModel,
  NoticeContext,
  Sharing,
  WordsToPerson,
} from '../../src/use-cases/ports/chat-ports.ts';
import type { ChatRefusal } from '../../src/use-cases/ports/contents/chat-refusal.ts';
import type { LineContent } from '../../src/use-cases/ports/contents/line-chat.ts';
import type { ListContent } from '../../src/use-cases/ports/contents/list-chat.ts';
import type { PostContent, RenderedPost } from '../../src/use-cases/ports/contents/post-chat.ts';
import type { CardRow } from '../../src/use-cases/ports/rows/card-rows.ts';
import { Answers } from './answers.ts';

export interface SentNotice {
  readonly to: string;
  readonly body: NoticeBody;
  readonly context: NoticeContext;
}

/** `U0BEN`, `C0REVIEWS`. */
function toOf(spot: NoticeTarget): string {
  if (spot.kind === 'beside-card') return `${spot.slackUserId} in ${spot.channel}`;
  return spot.kind === 'channel' ? spot.channel : spot.slackUserId;
}

function channelOf(spot: NoticeTarget): string {
  return spot.kind === 'direct' ? `D${spot.slackUserId}` : spot.channel;
}

/** A message that somebody has about what was asked for, as it is now. */
export interface ShownPost {
  readonly to: string;
  readonly claim: string;
  readonly place: Place;
  /** `TIME` for each moment, `[words]` for each link. */
  text: string;
  /** Their action ids. */
  buttons: readonly string[];
  edits: number;
  /** Somebody deleted it. */
  isGone: boolean;
}

/** A line in the thread of a card; its text as in `ShownPost`. */
export interface ShownLine {
  /** `thread of C0REVIEWS` */
  readonly to: string;
  readonly key: string;
  readonly text: string;
  readonly claim: string;
  readonly place: Place;
}

function seenIn({ text, blocks }: RenderedMessage | RenderedPost) {
  const words = text
    .replaceAll(/<!date[^>]*>/g, 'TIME')
    .replaceAll(/<http[^|>]*\|([^>]*)>/g, '[$1]');
  const ids = [...JSON.stringify(blocks).matchAll(/"action_id":"([^"]*)"/g)];
  return { text: words, buttons: ids.map(([, id]) => id ?? '') };
}

/** Slack as a test wrote it. Messages get timestamps in the order of posting. */
export class FakeChat implements Chat, HomeChat<ShownSection>, PersonalChat {
  readonly posts = new Answers<Result<Place, ChatRefusal> | 'as-it-is'>();
  readonly updates = new Answers<Result<void, ChatRefusal>>();
  readonly threads = new Answers<Result<Place, ChatRefusal> | 'as-it-is'>();
  readonly directs = new Answers<Result<Place, ChatRefusal> | 'as-it-is'>();
  /** The result of looking for a lost card. */
  found: Place | 'none' | 'cannot-look' = 'cannot-look';
  readonly posted: {
    readonly channel: string;
    readonly card: CardModel;
    readonly threadTs: string | null;
  }[] = [];
  readonly updated: { readonly place: Place; readonly card: CardModel }[] = [];
  readonly looked: { readonly channel: string; readonly cardId: string; readonly since: Date }[] =
    [];
  readonly deleted: Place[] = [];
  readonly notices: SentNotice[] = [];
  readonly homes: { readonly slackUserId: string; readonly home: HomeModel<ShownSection> }[] = [];
  #count = 0;

  fingerprint(card: CardModel): string {
    return JSON.stringify([
      card.task,
      card.reviews,
      card.request.state,
      card.grant,
      card.heldUntil,
      card.lapse,
      card.watch?.calls,
      card.waitCause,
      card.profileName,
      card.offered,
      card.remarks,
      [...card.mentions],
    ]);
  }

  async postCard(channel: string, card: CardModel, threadTs: string | null) {
    this.posted.push({ channel, card, threadTs });
    const answer = this.posts.take('as-it-is');
    return answer === 'as-it-is' ? ok(this.#place(channel)) : answer;
  }

  async updateCard(place: Place, card: CardModel) {
    this.updated.push({ place, card });
    return this.updates.take(ok(undefined));
  }

  async findCard({ id: cardId, channel }: CardRow, since: Date, _threadTs: string | null) {
    this.looked.push({ channel, cardId, since });
    return this.found;
  }

  /** By channel; ours where a test says nothing. */
  readonly sharings = new Map<string, Sharing>();

  async sharing(channel: string) {
    return this.sharings.get(channel) ?? 'ours';
  }

  /** Who is not in a channel, by channel; nobody where a test says nothing. */
  readonly absentees = new Map<string, readonly string[]>();

  async absentFrom(channel: string, slackUserIds: readonly string[]) {
    return slackUserIds.filter((one) => this.absentees.get(channel)?.includes(one));
  }

  async deleteMessage(place: Place): Promise<Result<void, ChatRefusal>> {
    this.deleted.push(place);
    return ok(undefined);
  }

  /** The workspace's address; null while Slack did not tell it. */
  address: string | null = null;

  linkTo({ channel, ts }: Place, threadTs: string | null) {
    return this.address === null ? null : `${this.address}/${channel}/${ts} in ${threadTs}`;
  }

  async permalink(place: Place) {
    return `https://acme.slack.com/archives/${place.channel}/p${place.ts.replace('.', '')}`;
  }

  async sendNotice(spot: NoticeTarget, context: NoticeContext) {
    const answer = spot.kind === 'direct' ? this.directs.take('as-it-is') : 'as-it-is';
    if (answer !== 'as-it-is' && !answer.ok) return answer;
    this.notices.push({ to: toOf(spot), body: context.body, context });
    this.inOrder.push({ to: toOf(spot), body: context.body });
    return ok(this.#place(channelOf(spot)));
  }

  /** In the threads of cards. */
  readonly lines: ShownLine[] = [];

  async postLine({ channel }: Place, content: LineContent, claim: string) {
    const answer = this.threads.take('as-it-is');
    if (answer !== 'as-it-is' && !answer.ok) return answer;
    const place = this.#place(channel);
    const { text } = seenIn(lineMessage(textsFor('en'), content));
    const to = `thread of ${channel}`;
    this.lines.push({ to, key: content.line.key, text, claim, place });
    this.inOrder.push({ to, key: content.line.key });
    return ok(place);
  }

  async findLine(_thread: Place, { claim }: { claim: string }) {
    if (this.found === 'cannot-look') return null;
    const line = this.lines.find((one) => one.claim === claim);
    return line === undefined ? null : ok(line.place);
  }

  /** About what was asked for, in the order of the posts. */
  readonly shown: ShownPost[] = [];
  /** About what waits for a reviewer, in the order of the posts. */
  readonly lists: ShownPost[] = [];
  readonly #renderedLists = new WeakSet<RenderedPost>();

  async renderList(content: ListContent) {
    const rendered = renderedList(textsFor('en'), content);
    this.#renderedLists.add(rendered);
    return rendered;
  }

  async renderPost(content: PostContent) {
    return renderedPost(textsFor('en'), content);
  }

  async sendPost({ readerId: to, claim }: { readerId: string; claim: string }, post: RenderedPost) {
    const answer = this.directs.take('as-it-is');
    if (answer !== 'as-it-is' && !answer.ok) return answer;
    const place = this.#place(to);
    const posts = this.#renderedLists.has(post) ? this.lists : this.shown;
    posts.push({ to, claim, place, ...seenIn(post), edits: 0, isGone: false });
    this.inOrder.push({ to, claim });
    return ok(place);
  }

  /** A post of which the test does not say what it showed. */
  postedBefore(to: string): Place {
    const place = this.#place(to);
    this.shown.push({ to, claim: 'before', place, text: '', buttons: [], edits: 0, isGone: false });
    return place;
  }

  async findPost({ claim }: { claim: string }) {
    if (this.found === 'cannot-look') return this.found;
    return this.#all.find((one) => one.claim === claim)?.place ?? 'none';
  }

  async updatePost({ ts }: Place, post: RenderedPost): Promise<Result<void, ChatRefusal>> {
    const answer = this.updates.take(ok(undefined));
    const one = this.#all.find(({ place }) => place.ts === ts);
    if (one === undefined) return answer;
    if (!answer.ok && answer.refusal.kind === 'message-gone') one.isGone = true;
    if (one.isGone) return refuse({ kind: 'message-gone', code: 'message_not_found' });
    if (answer.ok) Object.assign(one, seenIn(post), { edits: one.edits + 1 });
    return answer;
  }

  get #all(): readonly ShownPost[] {
    return [...this.shown, ...this.lists];
  }

  /** The list that somebody has now; null where it was deleted, or never posted. */
  listOf(slackUserId: string): ShownPost | null {
    const last = this.lists.findLast(({ to }) => to === slackUserId) ?? null;
    const isDeleted = this.deleted.some(({ ts }) => ts === last?.place.ts);
    return isDeleted || last?.isGone === true ? null : last;
  }

  /** Everything that people were told, posts by their claims. */
  readonly inOrder: (
    | { readonly to: string; readonly claim: string }
    | { readonly to: string; readonly key: string }
    | { readonly to: string; readonly body: NoticeBody }
  )[] = [];

  /** Messages of extras to one person, and where they were brought up to date. */
  readonly personal: {
    readonly to: string;
    readonly place: Place | null;
    readonly message: RenderedMessage;
  }[] = [];

  async showPerson(to: string, { place, message }: PersonalMessage) {
    const answer = this.directs.take('as-it-is');
    if (answer !== 'as-it-is' && !answer.ok) return answer;
    this.personal.push({ to, place, message: message(textsFor('en')) });
    return ok(place ?? this.#place(`D${to}`));
  }

  readonly toPeople: { readonly to: string; readonly words: WordsToPerson }[] = [];

  async tellPerson(to: string, words: WordsToPerson) {
    const answer = this.directs.take('as-it-is');
    if (answer !== 'as-it-is' && !answer.ok) return answer;
    this.toPeople.push({ to, words });
    return ok(this.#place(to));
  }

  readonly operationsTold: {
    readonly to: string;
    readonly operations: readonly string[];
    readonly usedFrom: Date;
  }[] = [];

  async publishHome(slackUserId: string, home: HomeModel<ShownSection>, before: string | null) {
    const besides = home.besides.map((one) => one.blocks(textsFor('en'), 100));
    const fingerprint = JSON.stringify({ ...home, requests: home.requests.shown, besides });
    if (fingerprint !== before) this.homes.push({ slackUserId, home });
    return ok(fingerprint);
  }

  #place(channel: string): Place {
    this.#count += 1;
    return {
      channel: channel.startsWith('U') ? `D${channel}` : channel,
      ts: `1772452800.00${1_000 + this.#count}`,
    };
  }
}
