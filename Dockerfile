# The command as a static program and nothing else, so it audits files, recorded results and shuffles of the catalogue, but starts no
# interpreters: docker run --rm -v "$PWD:/work" --user "$(id -u)" ghcr.io/shuffle-audit/shuffle-audit check --file rolls.txt ...
FROM rust:1-slim-bookworm AS build
WORKDIR /source
COPY . .
ARG SHUFFLE_AUDIT_COMMIT=""
RUN target=$(uname -m)-unknown-linux-musl \
    && rustup target add "$target" \
    && cargo build --profile dist --locked -p shuffle-audit-cli --features xlsx --target "$target" \
    && mkdir -p /image && mkdir -m 1777 /image/tmp && mkdir -m 777 /image/work \
    && cp "target/$target/dist/shuffle-audit" LICENSE-* crates/charts/fonts/OpenSans-LICENSE.txt /image/

FROM scratch
LABEL org.opencontainers.image.source=https://github.com/shuffle-audit/shuffle-audit
COPY --from=build /image /
WORKDIR /work
USER 65532:65532
ENTRYPOINT ["/shuffle-audit"]
