export type Schedule = "daily" | "weekly" | "monthly";

const day = 86_400_000;
/** 1970-01-05 was a Monday. */
const firstMonday = 4 * day;

/**
 * The slot of a schedule in which a moment lies, as text: one look-up belongs to each. Days, weeks from Monday, and
 * months, in UTC, moved by up to a day for each repository so that not all of them are looked up at midnight.
 */
export function slotOf(schedule: Schedule, moment: Date, repositoryId: number): string {
  const moved = moment.getTime() - offsetOf(repositoryId);
  if (schedule === "weekly")
    return dayOf(moved - ((((moved - firstMonday) % (7 * day)) + 7 * day) % (7 * day)));
  return schedule === "daily" ? dayOf(moved) : dayOf(moved).slice(0, "2026-01".length);
}

/** Hours of the day are spread by a multiplier that shares no factor with them. */
const offsetOf = (repositoryId: number): number => ((repositoryId * 2_654_435_761) % 24) * 3_600_000;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, "2026-01-01".length);
