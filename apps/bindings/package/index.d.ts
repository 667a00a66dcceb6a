// Types of the package. Answers have the shapes of the HTTP API (`/api/openapi.json`).

export type GameName = "GAMES";
export type Side = "first" | "second";
export type Viewer = "all" | "first" | "second" | "watcher";
export type MoveFlag =
  | "placement" | "line_up" | "swap" | "pin" | "capture" | "burn" | "exchange" | "promotion" | "removed"
  | "repetition" | "win" | "loss" | "draw";
export type Score = { estimate: number } | { chance: number } | "draw" | { win_in: number } | { loss_in: number };

export interface Move {
  /** In machine notation. */
  move: string;
  /** As players write it. */
  text: string;
  from?: string;
  to?: string;
  flags: MoveFlag[];
  /** The letters of the chains that it pins. */
  pins?: string[];
}

export interface Place {
  part: "game" | "options" | "position" | "record" | "moves" | "move" | "question";
  index?: number;
  line?: number;
  column?: number;
}

export interface QueryError {
  code: string;
  message: string;
  place?: Place;
}

export interface Check {
  legal: boolean;
  move?: Move;
  reason?: QueryError;
}

export interface Result {
  outcome: "1-0" | "0-1" | "1/2-1/2";
  winner?: Side;
  reason: string;
  /** What decided the game on the board, where the rules did. */
  by?: string;
}

export interface State {
  options: string;
  position: string;
  ply: number;
  side: Side;
  colour: string;
  caption: string;
  result?: Result;
  occurrences: number;
  quiet_plies: number;
  quiet_limit?: number;
  pieces: { cell: string; side: Side; kind: string; chain?: string }[];
  pinned: { chain: string; side: Side; cells: string[]; by: string[] }[];
  in_danger: string[];
  threats: { text: string; cells: string[] }[];
  hidden: { cell: string; side: Side; looks: string; is?: string }[];
  pools?: { first: string[] | null; second: string[] | null };
}

export interface Line {
  moves: string[];
  text: string[];
  score: Score;
}

export interface Best {
  position: string;
  move?: string;
  text?: string;
  score?: Score;
  lines: Line[];
  depth: number;
  nodes: number;
  milliseconds: number;
}

export interface Limits {
  /** From 1 (beginner) to 8. */
  level?: number;
  lines?: number;
  seed?: number;
  milliseconds?: number;
  nodes?: number;
  depth?: number;
}

/** A game where it stands. It never changes: `play` gives another one. */
export class Game {
  readonly game: GameName;
  readonly record: string;
  readonly position: string;
  readonly result: Result | null;
  state(viewer?: Viewer): State;
  /** Legal moves; in a setup without the thousands of whole line-ups. */
  moves(viewer?: Viewer): Move[];
  check(move: string, viewer?: Viewer): Check;
  /** The game after moves in either notation; throws a `SixfoldError` if one is not legal. */
  play(...moves: string[]): Game;
  svg(viewer?: Viewer): string;
}

/** An engine in a worker; it searches one position at a time. */
export class Engine {
  /** Without limits it searches for a second. */
  best(game: Game, limits?: Limits, progress?: (best: Best) => void): Promise<Best>;
  stop(): void;
  close(): void | Promise<number>;
}

export class SixfoldError extends Error {
  readonly code: string;
  readonly place?: Place;
}

export interface Sixfold {
  readonly games: GameName[];
  start(game: GameName, options?: string): Game;
  fromPosition(game: GameName, position: string): Game;
  fromRecord(game: GameName, record: string): Game;
  engine(): Promise<Engine>;
}

export function load(): Promise<Sixfold>;
