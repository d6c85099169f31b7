/** Three public repositories, each at a commit of its past that made a dependency new or took a new major of one. */
export interface Case {
  /** `owner/name`. */
  readonly repository: string;
  readonly ecosystem: string;
  /** The commit of the bump: the weeks before stand at its parent. */
  readonly commit: string;
  readonly bump: string;
}

export const cases: readonly Case[] = [
  {
    ...{ repository: "probot/probot", ecosystem: "npm", bump: "express 4 to 5, by Renovate" },
    commit: "f6d4c3eae91a930f50036834db228af0c7453a2b",
  },
  {
    ...{ repository: "simonw/datasette", ecosystem: "pypi", bump: "sqlite-utils 3 to 4, by a person" },
    commit: "96e8b8552314e177165496a6fac0ebb17117507c",
  },
  {
    ...{ repository: "etcd-io/bbolt", ecosystem: "go", bump: "cobra is new, by a person" },
    commit: "3c3da590b120ac548d8543162160c543522905b1",
  },
];

/** A dependency's own repository, as it was published at a tag. */
export interface Published {
  readonly fullName: string;
  readonly at: string;
  readonly licence: string;
  readonly language: string;
  /** Tags of both sides of the bump; the shelf has one state, which stands for each of them. */
  readonly tags: readonly string[];
}

export const published: readonly Published[] = [
  {
    ...{ fullName: "expressjs/express", at: "v5.1.0", licence: "MIT", language: "JavaScript" },
    tags: ["v4.21.0", "v5.0.0", "v5.1.0"],
  },
  {
    ...{ fullName: "simonw/sqlite-utils", at: "4.0", licence: "Apache-2.0", language: "Python" },
    tags: ["3.30", "4.0"],
  },
  {
    ...{ fullName: "spf13/cobra", at: "v1.6.1", licence: "Apache-2.0", language: "Go", tags: ["v1.6.1"] },
  },
  {
    ...{ fullName: "pallets/click", at: "8.1.8", licence: "BSD-3-Clause", language: "Python" },
    tags: ["7.1.1", "8.1.8"],
  },
  {
    ...{ fullName: "pallets/jinja", at: "3.1.6", licence: "BSD-3-Clause", language: "Python" },
    tags: ["2.10.3", "3.1.6"],
  },
  {
    ...{ fullName: "tj/commander.js", at: "v12.1.0", licence: "MIT", language: "JavaScript" },
    tags: ["v12.0.0", "v12.1.0"],
  },
];
