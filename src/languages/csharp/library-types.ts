/**
 * What types of libraries are read as that are known by name, where the repository has nothing of that name: what they
 * hand out of the type that they are given, `$0`.
 */

const hands = (members: string, type: string): string =>
  members
    .split(" ")
    .map((name) => `${name}: ${type}`)
    .join("; ");

const all: Readonly<Record<string, string>> = {
  IOptions: "{ Value: $0 }",
  IOptionsMonitor: "{ CurrentValue: $0; Get: Func<string, $0>; OnChange: Func<Action<$0>, object> }",
  IOptionsSnapshot: "{ Value: $0; Get: Func<string, $0> }",
  // Moq.
  Mock: `{ Object: $0; ${hands(
    "Setup SetupGet SetupProperty SetupSequence SetupSet Verify VerifyGet VerifySet",
    "Func<Action<$0>, object>",
  )} }`,
  // ASP.NET Core Identity.
  SignInManager: "{ UserManager: UserManager<$0>; GetTwoFactorAuthenticationUserAsync: Func<$0> }",
  UserManager: `{ Users: IQueryable<$0>; GetUsersInRoleAsync: Func<string, List<$0>>; ${hands(
    "FindByEmailAsync FindByIdAsync FindByLoginAsync FindByNameAsync GetUserAsync",
    "Func<object, $0>",
  )} }`,
};

export const libraryTypes: ReadonlyMap<string, string> = new Map(Object.entries(all));
