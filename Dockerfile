# The base is named by tag. To pin it, look its digest up with
#   docker buildx imagetools inspect node:24-slim --format '{{.Manifest.Digest}}'
# and write node:24-slim@sha256:... in both places; the update bot then keeps it current.
#
# Dependencies in a stage of their own, so that a change of source does not install them again and npm's cache stays out.
FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional

FROM node:24-slim
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json package-lock.json app-manifest.yml LICENSE ./
COPY src ./src
RUN mkdir /data && chown node:node /data

# The C library keeps what a busy moment took; with these it gives it back (docs/numbers.md, Memory).
ENV MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
ENV NODE_ENV=production DATA_DIR=/data ACCESS_CONFIG=/config/access.yaml PORT=3000
VOLUME /data
EXPOSE 3000
USER node
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# SIGUSR1 would open the debugger, to whoever may send it a signal.
CMD ["node", "--disable-sigusr1", "src/main.ts"]
