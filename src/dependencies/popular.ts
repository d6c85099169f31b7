import { type Ecosystem, ecosystems } from "../web/registries/registry.ts";

/**
 * Names that impostors imitate: the packages that most projects have heard of. A sample is enough, for what a project
 * itself declares is compared as well.
 */
const popular: Readonly<Partial<Record<Ecosystem, string>>> = {
  npm: "react react-dom vue angular svelte next express koa fastify lodash underscore axios node-fetch request chalk commander yargs debug moment dayjs date-fns uuid dotenv webpack vite rollup esbuild typescript eslint prettier jest mocha chai vitest babel-core rxjs redux zod ajv async bluebird cross-env fs-extra glob minimist mkdirp nodemon puppeteer playwright socket.io sequelize mongoose mysql pg redis ioredis jsonwebtoken bcrypt passport sharp tailwindcss postcss styled-components discord.js electron cheerio inquirer ws colors left-pad is-odd",
  pypi: "requests numpy pandas scipy matplotlib scikit-learn tensorflow torch keras django flask fastapi pydantic sqlalchemy pytest black ruff mypy setuptools wheel pip six urllib3 certifi boto3 botocore pyyaml click jinja2 cryptography pillow beautifulsoup4 lxml selenium aiohttp httpx celery redis psycopg2 pymongo tqdm rich openai transformers huggingface-hub python-dateutil pytz attrs colorama paramiko",
  crates:
    "serde serde_json tokio rand log clap regex anyhow thiserror reqwest hyper syn quote libc futures chrono itertools rayon tracing once_cell lazy_static bytes uuid actix-web axum",
  maven:
    "com.fasterxml.jackson.core:jackson-databind com.fasterxml.jackson.core:jackson-core com.fasterxml.jackson.core:jackson-annotations com.google.code.gson:gson com.google.guava:guava com.google.protobuf:protobuf-java com.google.dagger:dagger com.squareup.okhttp3:okhttp com.squareup.retrofit2:retrofit com.github.ben-manes.caffeine:caffeine com.zaxxer:hikaricp com.h2database:h2 com.mysql:mysql-connector-j org.postgresql:postgresql org.apache.commons:commons-lang3 org.apache.commons:commons-text org.apache.commons:commons-collections4 org.apache.httpcomponents:httpclient org.apache.httpcomponents.client5:httpclient5 org.apache.logging.log4j:log4j-core org.apache.logging.log4j:log4j-api org.apache.kafka:kafka-clients commons-io:commons-io commons-codec:commons-codec ch.qos.logback:logback-classic org.slf4j:slf4j-api org.projectlombok:lombok org.mapstruct:mapstruct org.jsoup:jsoup org.yaml:snakeyaml org.springframework:spring-core org.springframework:spring-web org.springframework.boot:spring-boot-starter org.springframework.boot:spring-boot-starter-web org.springframework.boot:spring-boot-starter-test org.hibernate.orm:hibernate-core org.junit.jupiter:junit-jupiter org.junit.jupiter:junit-jupiter-api junit:junit org.mockito:mockito-core org.assertj:assertj-core org.hamcrest:hamcrest io.netty:netty-all io.micrometer:micrometer-core io.jsonwebtoken:jjwt-api jakarta.persistence:jakarta.persistence-api org.jetbrains.kotlin:kotlin-stdlib org.jetbrains.kotlinx:kotlinx-coroutines-core org.scala-lang:scala-library org.bouncycastle:bcprov-jdk18on",
  rubygems:
    "rails rake rack bundler nokogiri devise rspec sinatra puma sidekiq pg redis activerecord minitest rubocop faraday jwt",
};

const names = new Map(ecosystems.map((one) => [one, (popular[one] ?? "").split(" ").filter(Boolean)]));

/** Well-known names of one ecosystem. */
export const popularNames = (ecosystem: Ecosystem): readonly string[] => names.get(ecosystem)!;

/** Another ecosystem that a name is well known in, where it is not in this one. */
export function knownElsewhere(ecosystem: Ecosystem, name: string): Ecosystem | undefined {
  if (popularNames(ecosystem).includes(name)) return undefined;
  return ecosystems.find((one) => one !== ecosystem && popularNames(one).includes(name));
}
