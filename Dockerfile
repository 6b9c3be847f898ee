# A static binary in an empty image, run by nobody in particular: `docker build -t memoro .`
FROM rust:1.95-alpine AS build
RUN apk add --no-cache musl-dev gcc make
WORKDIR /src
COPY . .
RUN cargo build --profile dist --locked --package memoro && mkdir -p /house/data /house/config

FROM scratch
COPY --from=build /src/target/dist/memoro /memoro
COPY --from=build --chown=65532:65532 /house /
USER 65532:65532
ENV MEMORO_CONFIG_DIR=/config MEMORO_WORKSPACE=/data HOME=/config
VOLUME ["/data", "/config"]
EXPOSE 47778
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s CMD ["/memoro", "serve", "--check"]
# A container's address is never loopback: whoever publishes the port beyond this machine puts TLS in front.
ENTRYPOINT ["/memoro"]
CMD ["serve", "--bind", "0.0.0.0", "--behind-proxy", "--host", "memoro"]
