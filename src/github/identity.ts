/** Who we are on GitHub. */
export interface AppIdentity {
  /** Undefined where only a token is known; its account still tells what is ours. */
  readonly appId: number | undefined;
  readonly slug: string;
  readonly name: string;
  /** `coderag[bot]`. No person can have such a name: brackets are not allowed in one. */
  readonly botLogin: string;
  /** Page of the App, with its button to install it. */
  readonly url: string;
}
