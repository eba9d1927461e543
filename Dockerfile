# A release builds from the digest that this tag has then (.github/workflows/release.yml):
#   docker build --build-arg NODE_IMAGE=node:24-trixie-slim@sha256:... --build-arg REVISION=$(git rev-parse HEAD) .
ARG NODE_IMAGE=node:24-trixie-slim

# The bot and its packages in a few files (rolldown.config.ts), made on the platform of the build: they are the same on each. Dependencies
# first, so that a change of source does not install them again. Where a company's own authority signs what npm reads:
# docker build --secret id=authority,src=company-ca.pem .
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS bundle
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=secret,id=authority,target=/run/authority.pem \
  if [ -s /run/authority.pem ]; then export NODE_EXTRA_CA_CERTS=/run/authority.pem; fi; \
  npm ci --ignore-scripts
COPY rolldown.config.ts ./
COPY src ./src
RUN npm run bundle

# The bot alone, for those who have a server and set DATABASE_URL: docker build --target without-postgresql .
FROM ${NODE_IMAGE} AS without-postgresql
WORKDIR /app
COPY --from=bundle /app/dist ./dist
COPY package.json app-manifest.yml LICENSE ./
COPY src/store/platform/migrations ./src/store/platform/migrations
# What npm run and the files of docs/deploy start.
RUN ln -s ../dist/main.js src/main.ts
RUN mkdir -p /data node_modules/.cache && chown node:node /data node_modules/.cache

# The C library keeps what a busy moment took; with these it gives it back (docs/numbers.md, Memory).
ENV MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
ENV NODE_ENV=production DATA_DIR=/data ACCESS_CONFIG=/config/access.yaml PORT=3000
# Version and commit; here, so that a new one leaves the layers above alone.
ARG REVISION=unknown
ARG VERSION=unknown
ENV REVISION=$REVISION
LABEL org.opencontainers.image.title="access-request-bot" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version=$VERSION \
  org.opencontainers.image.revision=$REVISION
VOLUME /data
EXPOSE 3000
USER node
# Compiles what a start loads, which each start then reads. As the user who runs it: Node keeps a cache for each.
RUN node src/main.ts --help > /dev/null
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# SIGUSR1 would open the debugger, to whoever may send it a signal.
CMD ["node", "--disable-sigusr1", "src/main.ts"]

# The same with a server, which the bot starts where DATABASE_URL is not set.
FROM without-postgresql
USER root
# The distribution's, so that building the image anew updates it with
# the libraries that it links. Only its files, without their installation: that would make a cluster and an account, and bring
# Perl. Without its just-in-time compiler (LLVM, 127 MB) and translations, too. Scanners read what status.d names.
RUN set -eu; \
  server=postgresql-17; \
  apt-get update; \
  apt-get install --yes --no-install-recommends \
    libgssapi-krb5-2 libicu76 libldap2 liblz4-1 libpam0g libpq5 libsystemd0 libxml2 libzstd1 tzdata; \
  cd /tmp; \
  apt-get download "$server"; \
  dpkg-deb --fsys-tarfile "$server"_*.deb | tar --extract --directory=/ \
    --exclude='*/bitcode' --exclude='*/llvmjit*' --exclude='./usr/share/doc*' --exclude='./usr/share/locale' --exclude='./usr/share/man'; \
  mkdir -p /var/lib/dpkg/status.d; \
  dpkg-deb --field "$server"_*.deb > "/var/lib/dpkg/status.d/$server"; \
  if ldd /usr/lib/postgresql/*/bin/postgres /usr/lib/postgresql/*/bin/initdb | grep 'not found'; then exit 1; fi; \
  rm -rf "$server"_*.deb /var/lib/apt/lists/*
USER node
