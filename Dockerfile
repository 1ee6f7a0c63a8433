# Strandline with everything that it uses: Chromium, ffmpeg, yt-dlp, fonts, the models of this machine.
#
#   docker build -t strandline .
#   docker compose up -d            # reads compose.yaml
#
# Debian's tag moves with its security updates. Whoever wants the same image twice names its digest:
#   docker build --build-arg DEBIAN=debian@sha256:… .     (docker buildx imagetools inspect debian:bookworm-slim)
# No digest stands here: none could be looked up, and tried, where this was written.
ARG DEBIAN=debian:bookworm-slim

# -- what is built: pip and whatever it needs stay in this stage ------------------------------------
FROM ${DEBIAN} AS build
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates python3 python3-venv \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
# pip brings no libraries of the system: each of them comes as a wheel.
# hadolint ignore=DL3013
RUN python3 -m venv /opt/strandline \
 && /opt/strandline/bin/python -m pip install --no-cache-dir --upgrade pip \
 && /opt/strandline/bin/python -m pip install --no-cache-dir --only-binary :all: --no-binary strandline \
      ".[archive,browser,chats,media,pictures,postgres,qdrant,stories]" \
 && /opt/strandline/bin/python -m pip uninstall -y -q pip

# -- what runs: no compiler, no pip -----------------------------------------------------------------
FROM ${DEBIAN}
LABEL org.opencontainers.image.title="Strandline" \
      org.opencontainers.image.description="Every story once, every link kept" \
      org.opencontainers.image.licenses="Apache-2.0"
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
      ca-certificates chromium-headless-shell ffmpeg fonts-dejavu-core fonts-noto-cjk libatomic1 python3 tini \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 10001 strandline \
 && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin strandline \
 && install --directory --mode 0700 --owner 10001 --group 10001 /data
COPY --from=build /opt/strandline /opt/strandline
# The user has been this one from the first image on: a volume keeps its owner through upgrades.
USER 10001:10001
WORKDIR /data
VOLUME ["/data"]
ENV PATH=/opt/strandline/bin:/usr/local/bin:/usr/bin:/bin \
    PYTHONDONTWRITEBYTECODE=1 \
    HOME=/data \
    DATABASE_PATH=/data/strandline.sqlite3 \
    STORAGE_PATH=/data/artifacts \
    HOST=0.0.0.0
EXPOSE 8400 8401
HEALTHCHECK --interval=30s --timeout=10s --start-period=90s --retries=3 \
  CMD ["python3", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8400/healthz', timeout=8)"]
# tini takes in what browsers and loaders leave behind, and hands signals on.
ENTRYPOINT ["/usr/bin/tini", "--", "strandline"]
CMD ["up"]
