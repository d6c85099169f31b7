# syntax=docker/dockerfile:1

# The modules, exactly as locked. No package runs a script of its own; the image has Node 24 already.
FROM node:24-slim AS modules
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:24-slim
# `--build-arg PACKAGES=bubblewrap` adds the sandbox for CODERAG_TEST_COMMAND; the container must then be allowed to
# make user namespaces (docs/operators.md).
ARG PACKAGES=""
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates git ${PACKAGES} \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=modules /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY prompts ./prompts
COPY src ./src
RUN install --directory --owner=node --group=node /var/lib/coderag
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 CODERAG_HOME=/var/lib/coderag
# The only place that is written to, besides /tmp: the root file system may be read-only.
VOLUME /var/lib/coderag
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "src/cli/bin.mjs"]
CMD ["serve"]
