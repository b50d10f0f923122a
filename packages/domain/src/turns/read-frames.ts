import { hotStatement, type Database, type RowOf } from "@service/db";
import { type Batcher, createBatcher } from "@service/runtime";

/** Most frames of one turn in one read: what a slow reader has not taken stays in the log. */
export const framesPerRead = 256;

/**
 * How far turns are, and their frames past a place, for all attached readers in one statement (TURN-34). A turn that is gone
 * has no row.
 */
const readFrames = hotStatement(
  "turn_frames_read",
  `select w.place::int as place, t.status::text as status, t.attempt, t.last_seq as "lastSeq", t.evidence,
     t.error is not null as "hasError", c.deleted_at is not null as "isDeleted", f.seqs, f.bodies
   from unnest($1::uuid[], $2::timestamptz[], $3::smallint[], $4::int[])
     with ordinality as w (id, hour, attempt, seq, place)
   join turns t on t.id = w.id
   join conversations c on c.id = t.conversation_id
   left join lateral (
     select array_agg(x.seq order by x.seq) as seqs, array_agg(x.body order by x.seq) as bodies from (
       select l.seq, l.body from turn_frames l
       where l.turn_hour = w.hour and l.turn_id = w.id and l.attempt = w.attempt and l.seq > w.seq
       order by l.seq limit ${framesPerRead}) x
   ) f on true`,
);

/** What a reader has of a turn. */
export interface FramesWanted {
  readonly turnId: string;
  /** Of its creation: where its frames are. */
  readonly createdAt: Date;
  readonly attempt: number;
  readonly afterSeq: number;
}

export type FramesFound = Omit<RowOf<"turn_frames_read">, "place">;

export type FrameReader = Batcher<FramesWanted, FramesFound | undefined>;

/** Shares one read among all streams of a process that want one at the same time; equal wishes are read once. */
export function createFrameReader(db: Database): FrameReader {
  return createBatcher({
    name: "turn frames",
    maxBatch: 500,
    maxInFlight: 2,
    maxWaiting: 10_000,
    async run(wishes) {
      const different = new Map<string, FramesWanted>();
      for (const wish of wishes) different.set(keyOf(wish), wish);
      const wanted = [...different.values()];
      const { rows } = await db.hot.query(
        readFrames([
          wanted.map(({ turnId }) => turnId),
          wanted.map(({ createdAt }) => hourOf(createdAt)),
          wanted.map(({ attempt }) => attempt),
          wanted.map(({ afterSeq }) => afterSeq),
        ]),
      );
      const found = new Map<string, FramesFound>();
      for (const row of rows) {
        const wish = wanted[(row.place ?? 0) - 1];
        if (wish) found.set(keyOf(wish), row);
      }
      return wishes.map((wish) => found.get(keyOf(wish)));
    },
  });
}

function keyOf({ turnId, attempt, afterSeq }: FramesWanted): string {
  return `${turnId} ${attempt} ${afterSeq}`;
}

const hourMs = 3_600_000;

function hourOf(createdAt: Date): Date {
  return new Date(Math.floor(createdAt.getTime() / hourMs) * hourMs);
}
